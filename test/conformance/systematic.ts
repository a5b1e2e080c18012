import type { ElementModel, ValueModel } from '../../main/validator/schema/schema-model.ts';
import {
  copyOf,
  descend,
  type Element,
  oneLine,
  withChildren,
  withText,
  writeDocument,
} from '../fixtures/validator/element.ts';
import { codeNumbers, letterPairs, probesFor, sampleOf } from './probes.ts';

/** A document and its trial. */
export type Trial = { what: string; xml: string };

type Held = { element: Element; model: ElementModel; path: string };

/**
 * Every change of one place that a schema can speak about, tried at every element of the form: both
 * branches of each choice; each element left out, doubled, moved, renamed, qualified, with an
 * attribute, empty, with text or an element where none belongs, as often as allowed and once more;
 * and each value at both sides of each of its facets.
 */
export function* systematicTrials(model: ElementModel, namespace: string): Generator<Trial> {
  for (const branch of [0, 1]) {
    const held: Held[] = [];
    const root = build(model, branch, '', held);
    root.name = `p:${model.name}`;
    root.attributes = ` xmlns:p="${namespace}"`;
    const write = () => writeDocument(root, oneLine);
    yield { what: `every element, branch ${branch}`, xml: write() };
    for (const { element, model: own, path } of held) {
      if (own.value !== null) yield* valueTrials(element, own.value, path, write);
    }
    yield* structureTrials(root, held, write);
  }
}

function build(model: ElementModel, branch: number, above: string, held: Held[]): Element {
  const path = `${above}/${model.name}`;
  const children = model.members.flatMap((member) => {
    const chosen = 'options' in member ? member.options[branch] : member;
    return chosen === undefined ? [] : [build(chosen, branch, path, held)];
  });
  const element =
    model.value === null
      ? withChildren(model.name, children)
      : withText(model.name, sampleOf(model.value));
  held.push({ element, model, path });
  return element;
}

function* valueTrials(
  element: Element,
  value: ValueModel,
  path: string,
  write: () => string,
): Generator<Trial> {
  const before = element.text;
  const enumerated = value.facets
    .filter(({ name }) => name === 'enumeration')
    .map((facet) => facet.value);
  const ranges =
    enumerated.length > 200
      ? letterPairs
      : enumerated.length > 0 && enumerated.every((code) => /^\d+$/.test(code))
        ? codeNumbers
        : [];
  for (const text of [...probesFor(value), ...ranges]) {
    element.text = text;
    yield { what: `${path} = ${JSON.stringify(text)}`, xml: write() };
  }
  element.text = before;
}

/** Changes an element or its place in its parent; its result is ignored. */
type Change = (element: Element, parent: Element, at: number) => unknown;

const renamed =
  (rename: (name: string) => string): Change =>
  (element) => {
    element.name = rename(element.name);
  };
const withAttribute =
  (attribute: string): Change =>
  (element) => {
    element.attributes += ` ${attribute}`;
  };
const withMoreText =
  (text: string): Change =>
  (element) => {
    element.text += text;
  };
const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';

const changesOfPlace: Record<string, Change> = {
  'left out': (_element, parent, at) => parent.children.splice(at, 1),
  doubled: (element, parent, at) => parent.children.splice(at, 0, copyOf(element)),
  'before the one above': (element, parent, at) => {
    if (at > 0) parent.children.splice(at - 1, 2, element, ...parent.children.slice(at - 1, at));
  },
  'at the front': (_element, parent, at) =>
    parent.children.unshift(...parent.children.splice(at, 1)),
  'at the end': (_element, parent, at) => parent.children.push(...parent.children.splice(at, 1)),
  'in itself': (element, parent, at) =>
    parent.children.splice(at, 1, withChildren(element.name, [element])),
  'with the elements of its neighbour': (element, parent, at) => {
    element.children = parent.children[at + 1]?.children ?? [];
  },
};

const changesOfElement: Record<string, Change> = {
  'in another case': renamed((name) =>
    name.replace(/[A-Z](?=[A-Za-z]*$)/, (letter) => letter.toLowerCase()),
  ),
  'with a letter more': renamed((name) => `${name}x`),
  qualified: renamed((name) => (name.includes(':') ? name : `p:${name}`)),
  'in a namespace': withAttribute('xmlns="urn:x"'),
  'in no namespace, said aloud': withAttribute('xmlns=""'),
  'with an attribute': withAttribute('a="1"'),
  'with xml:lang': withAttribute('xml:lang="es"'),
  'with xml:id': withAttribute('xml:id="a"'),
  nil: withAttribute(`${xsi} i:nil="true"`),
  'not nil': withAttribute(`${xsi} i:nil="false"`),
  'with text': withMoreText('x'),
  'with white space': withMoreText(' \n'),
  'with an element': (element) => element.children.push(withText('Otro', '')),
  'with an element first': (element) => element.children.unshift(withText('Otro', 'x')),
  'without content': (element) => {
    element.text = '';
    element.children = [];
  },
};

function* structureTrials(
  root: Element,
  held: readonly Held[],
  write: () => string,
): Generator<Trial> {
  const parents = new Map([...descend(root)].map(({ element, parent }) => [element, parent]));
  for (const { element, model, path } of held) {
    const parent = parents.get(element) ?? null;
    const changes =
      parent === null
        ? changesOfElement
        : { ...changesOfElement, ...changesOfPlace, ...changesOfCount(model) };
    for (const [what, change] of Object.entries(changes)) {
      yield {
        what: `${path} ${what}`,
        xml: changed(element, parent ?? withChildren('', [root]), change, write),
      };
    }
  }
}

function changed(element: Element, parent: Element, change: Change, write: () => string): string {
  const before = { ...element, children: [...element.children] };
  const siblings = [...parent.children];
  change(element, parent, parent.children.indexOf(element));
  const xml = write();
  parent.children = siblings;
  Object.assign(element, before);
  return xml;
}

/** Up to 1,000 times; the limit of 10,000 records is tried apart, with smaller records. */
function changesOfCount({ max }: ElementModel): Record<string, Change> {
  const counts = max > 1000 ? [2] : [2, 3, 4, max, max + 1];
  const times =
    (count: number): Change =>
    (element, parent, at) =>
      parent.children.splice(at, 1, ...Array.from({ length: count }, () => copyOf(element)));
  return Object.fromEntries(counts.map((count) => [`${count} times`, times(count)]));
}
