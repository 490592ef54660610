// The part of the program with which a host changes a table before the deal.

import "./shared";

export { ArrangeSheet } from "../pages/arrange";
