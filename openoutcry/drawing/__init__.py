"""Drawing boards as SVG: the writer, the colours, and the marks that all titles' pictures share."""
