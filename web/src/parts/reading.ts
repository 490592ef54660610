// The part of the program that is read: rules, and pages about games, the room and one's own matches.

import "./shared";

export { About } from "../pages/about";
export { LeafPage } from "../pages/leaf/leaf";
export { Privacy } from "../pages/privacy";
export { YouPage } from "../pages/you";
export { RulesPage } from "../view/rules";
