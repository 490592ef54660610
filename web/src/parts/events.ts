// The part of the program for events: hosting, joining and leading them, and series.

import "./shared";

export { CodePage, EventPage } from "../pages/event";
export { HostPage } from "../pages/host";
export { SeriesOpenPage } from "../pages/newseries";
export { SeriesPage } from "../pages/series";
