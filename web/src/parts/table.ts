// The part of the program that plays: tables and lessons.

import "./shared";

export { TablePage } from "../pages/game";
export { LearnPage } from "../pages/learn";
