/** The version of Pyodide that the build has put beside the page. */
declare const __PYODIDE__: string
