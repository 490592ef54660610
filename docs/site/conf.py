"""How Sphinx makes the site; `lay_out.py` lays out what it is made of."""

from pathlib import Path

from muckle.version import VERSION

HERE = Path(__file__).parent

project = "muckle"
version = release = VERSION
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
suppress_warnings = ["misc.highlighting_failure"]  # JSON with … in it is shown as text

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 4

default_role = "code"  # docstrings have `names` in single backticks
autodoc_class_signature = "mixed"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
napoleon_numpy_docstring = False
add_module_names = False

html_theme = "muckle"
html_theme_path = [str(HERE)]
html_title = "muckle"
html_static_path: list[str] = []
html_copy_source = False
html_use_index = False
html_domain_indices = False
pygments_style = "bw"  # bold and italic, in the colours of the text
