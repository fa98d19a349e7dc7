"""Drawing as SVG: boards (the writer, the colours, the marks that all titles' pictures share) and
plain charts for reports."""
