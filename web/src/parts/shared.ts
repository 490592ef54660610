// Small modules of which every part of the program needs some. Imported everywhere, they come in one file instead of one for each
// set of parts that needs the same of them.

import "../state/event";
import "../state/press";
import "../state/series";
import "../view/blocks";
import "../view/hue";
import "../view/passon";
import "../view/piece";
import "../view/quick";
import "../view/reminders";
import "../view/rules";
import "../view/seat";
import "../view/share";
import "../view/spread";
import "../view/top";
import "../view/words";
