// The page of a lesson: the table as in any match, and a coach who says what to do.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { browser } from "../state/device";
import { createLesson, enterLesson, isOver, type LessonState, skipLesson, stepOf } from "../state/lesson";
import { rememberOffer } from "../state/offer";
import type { Catalogue, Lesson } from "../types";
import { capital } from "../view/cite";
import { Coach } from "../view/coach";
import { listen } from "../view/keys";
import { KeySheet } from "../view/keysheet";
import { QuickPlay } from "../view/quick";
import { useAnswer } from "../view/request";
import { RulesSheet } from "../view/rules";
import { TableView } from "../view/table";
import { Missing, TopBar } from "../view/top";
import { WordSheet } from "../view/words";
import { SpreadPile } from "../view/zone";

export function LearnPage({ name }: { name: string }): JSX.Element {
  const { found, problem } = useAnswer<Lesson>(`/api/lessons/${encodeURIComponent(name)}`);
  if (problem) return <Missing title="There is no such lesson" message={capital(problem.message)} />;
  return found ? <LessonTable lesson={found} /> : <p class="waiting page">Setting the table …</p>;
}

function LessonTable({ lesson }: { lesson: Lesson }): JSX.Element | null {
  const live = useMemo(() => createLesson(browser, lesson), [lesson]);
  const [skipped, setSkipped] = useState(false);
  const { table } = live;
  useEffect(() => enterLesson(live), [live]);
  useEffect(() => listen(table), [table]);
  useEffect(() => {
    rememberOffer();
    document.title = `Learn ${lesson.title} – muckle`;
  }, [lesson]);
  const skip = (): void => {
    skipLesson(live);
    setSkipped(true);
  };
  const now = table.scene.value;
  if (!now) return null;
  return (
    <>
      <Coach live={live} skipped={skipped} skip={skip}>
        {(skipped || (isOver(live) && live.ready.value)) && <WhatNext lesson={lesson} />}
      </Coach>
      <TableView table={table} now={now} />
      <TopBar title={lesson.title} note="First match, with a coach">
        <button type="button" class="quiet" onClick={() => (table.rulesAt.value = "")} data-act="rules">
          Rules
        </button>
      </TopBar>
      <RulesSheet table={table} />
      <SpreadPile table={table} />
      <KeySheet table={table} />
      <WordSheet table={table} />
      <p class="heard" aria-live="polite">
        {heard(live)}
      </p>
    </>
  );
}

/** What screen readers say: what happened at the table, then the coach's sentence and what is lit. */
function heard(live: LessonState): string {
  const { table, ready } = live;
  const step = stepOf(live);
  if (!ready.value || !step) return table.spoken.value;
  const { label } = step.scene.acts[step.act] ?? {};
  return [table.spoken.value, step.coach, label && `Lit for you: ${label}.`].filter(Boolean).join(" ");
}

/** The lesson whose matches are events. */
const MUCKELL = "muckell";

/** What a learner may do when the lesson is over, or left. */
function WhatNext({ lesson }: { lesson: Lesson }): JSX.Element {
  const catalogue = useAnswer<Catalogue>("/api/games").found;
  return (
    <div class="actions">
      {lesson.name === MUCKELL ? (
        <>
          <a class="act main" href="/host">
            Host Muckell
          </a>
          <a class="act" href="/code">
            Join with a code
          </a>
        </>
      ) : (
        <QuickPlay catalogue={catalogue} game={lesson.game} text="Play now" main />
      )}
      <a class="act" href="/" data-act="leave">
        All games
      </a>
    </div>
  );
}
