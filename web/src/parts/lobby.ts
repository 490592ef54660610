// The part of the program that most people see first: all games, and today's.

import "./shared";

export { Lobby } from "../pages/lobby";
export { DailyPage } from "../pages/today/daily";
