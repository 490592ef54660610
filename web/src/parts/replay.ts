// The part of the program for matches that are over: replays and evenings.

import "./shared";

export { EveningPage } from "../pages/evening";
export { ReplayPage } from "../pages/replay";
