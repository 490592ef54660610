// The page about a game: what it is, its worked examples as pictures, tips, variants, how it came to be, and who made it.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { About, Catalogue, Credit, Variant } from "../../types";
import { Refusal } from "../../view/cite";
import { hue } from "../../view/hue";
import { StillPiece } from "../../view/piece";
import { QuickPlay } from "../../view/quick";
import { useAnswer } from "../../view/request";
import { Examples } from "./examples";
import { BookIcon, CapIcon, PrinterIcon } from "./icons";

export function LeafPage({ name }: { name: string }): JSX.Element {
  const { found: page, problem } = useAnswer<About>(`/api/about/${encodeURIComponent(name)}`);
  useEffect(() => {
    if (page) document.title = `${page.title} – muckle`;
  }, [page]);
  return (
    <main class="page leaf" id="main" data-game={page?.game} style={page ? hue(page.game) : undefined}>
      {problem && <Refusal problem={problem} />}
      {!page && !problem && <p class="waiting">Opening the box …</p>}
      {page && <Leaf page={page} />}
    </main>
  );
}

function Leaf({ page }: { page: About }): JSX.Element {
  return (
    <>
      <header class="leaf-cloth leaf-head">
        <div class="leaf-emblem" aria-hidden="true">
          {page.emblem.map((face, index) => (
            <StillPiece key={index} piece={{ label: "", face }} />
          ))}
        </div>
        <h1>{page.title}</h1>
        <p>{page.sentence}</p>
        <nav class="leaf-acts" aria-label={`${page.title}: play, learn, rules, print`}>
          <Doors page={page} />
          <More page={page} />
        </nav>
        <dl class="leaf-facts">
          {page.facts.map(([fact, value]) => (
            <div key={fact}>
              <dt>{fact}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      {page.examples.length > 0 && <Examples page={page} />}
      <div class="leaf-papers">
        <Lines title="Good to know" lines={page.tips} />
        <Variants variants={page.variants} />
        <Lines title="How it came to be" lines={page.history} />
        <Lines title="Words" lines={page.words ? [page.words] : []} />
        <Thanks page={page} />
      </div>
      <footer class="leaf-end">
        <More page={page} />
      </footer>
    </>
  );
}

/** The ways in: play at once, or learn by playing. Muckell is hosted, or joined by its code. */
function Doors({ page }: { page: About }): JSX.Element {
  const catalogue = useAnswer<Catalogue>("/api/games").found;
  const hosted = page.name !== page.game;
  return (
    <div class="leaf-doors">
      {hosted ? (
        <>
          <a class="act main" href="/host">
            Host
          </a>
          <a class="act" href="/code">
            Join with a code
          </a>
        </>
      ) : (
        <QuickPlay catalogue={catalogue} game={page.game} text="Play" main />
      )}
      {catalogue?.lessons.includes(page.name) && (
        <a class="act" href={`/learn/${page.name}`}>
          <CapIcon />
          {hosted ? "Learn" : "Learn by playing"}
        </a>
      )}
    </div>
  );
}

function More({ page }: { page: About }): JSX.Element {
  return (
    <div class="leaf-more">
      <a class="act" href={`/rules/${page.game}`}>
        <BookIcon />
        Rules
      </a>
      <button type="button" class="act" onClick={() => print()}>
        <PrinterIcon />
        Print
      </button>
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }): JSX.Element | null {
  if (!lines.length) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function Variants({ variants }: { variants: readonly Variant[] }): JSX.Element | null {
  if (!variants.length) return null;
  return (
    <section>
      <h2>Variants</h2>
      <ul class="leaf-variants">
        {variants.map(({ title, text, source }) => (
          <li key={title}>
            <b>{title}</b> {text} {source && <small>{source}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Thanks({ page }: { page: About }): JSX.Element {
  return (
    <section>
      <h2>By, and thanks to</h2>
      {page.credits.map((credit) => (
        <p key={credit.did}>
          {credit.did} <Names credit={credit} />
        </p>
      ))}
      <p class="small">
        {[page.unsaid, page.timed, page.source && `${page.source}.`].filter(Boolean).join(" ")} For a real table{" "}
        <code>muckle print aid {page.game}</code> and <code>muckle print score-sheets {page.game}</code> make PDFs.
      </p>
      {page.contacts.length > 0 && (
        <p class="small">
          {page.contacts.map(({ text, link }, index) => (
            <span key={text}>
              {index > 0 && " · "}
              {link ? (
                <a href={link} target="_blank" rel="noopener">
                  {text}
                </a>
              ) : (
                text
              )}
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

function Names({ credit: { names, note } }: { credit: Credit }): JSX.Element {
  return (
    <>
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && (index === names.length - 1 ? " and " : ", ")}
          <b>{name}</b>
        </span>
      ))}
      {note && `, ${note}`}.
    </>
  );
}
