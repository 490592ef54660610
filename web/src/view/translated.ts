// Page translators put a <font> in the place of a text, while Preact would go on with the text that it made, which nobody sees any more.

import { options } from "preact";

/** A node of Preact's tree, with the names that its own add-ons use. A text has no type; it is its own props. */
interface TreeNode {
  type: unknown;
  props: unknown;
  key: unknown;
  /** Its parent, its children, and its first node in the page. */
  __?: TreeNode;
  __k?: readonly (TreeNode | null)[];
  __e?: Node | null;
}

/** An element that Preact draws into. */
type Root = Element & { __k?: TreeNode };

/** Make Preact replace a text that has changed, and go on with what page translators put in the place of its texts. */
export function followTranslators(root: Root): void {
  options.vnode = (made) => {
    const node = made as TreeNode;
    if (node.type === null) node.key = node.props; // another text is another node, which translators see
  };
  const adopt = (records: readonly MutationRecord[]): void => adoptFonts(root, records);
  const observer = new MutationObserver(adopt);
  observer.observe(root, { childList: true, subtree: true });
  options.debounceRendering = (draw) =>
    queueMicrotask(() => {
      adopt(observer.takeRecords());
      draw();
    });
}

function adoptFonts(root: Root, records: readonly MutationRecord[]): void {
  const texts = new Map<Node | null, TreeNode>();
  for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const gone of removedNodes) {
      const near = [...addedNodes, previousSibling, nextSibling].filter((node) => node?.parentNode === target && isText(node));
      if (gone.parentNode === target || ![gone, ...near].some(isFont)) continue; // it was Preact itself
      if (!texts.size && root.__k) collect(root.__k, texts);
      const standIn = near.find((node) => !texts.has(node));
      const text = texts.get(gone);
      if (!text || !standIn) continue;
      for (let node: TreeNode | undefined = text; node?.__e === gone; node = node.__) node.__e = standIn;
      texts.set(standIn, text);
    }
  }
}

const isFont = (node: Node | null): boolean => node instanceof HTMLFontElement;
const isText = (node: Node | null): boolean => node instanceof Text || isFont(node);

function collect(node: TreeNode, texts: Map<Node | null, TreeNode>): void {
  if (node.type === null && node.__e) texts.set(node.__e, node);
  for (const child of node.__k ?? []) if (child) collect(child, texts);
}
