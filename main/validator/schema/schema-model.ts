import { type ElementTree, parseXml, readTree } from '../xml/libxml.ts';

/** A facet as the schema writes it: `maxLength` `20`, `pattern` `\d{4}`, `enumeration` `F1`. */
type Facet = { name: string; value: string };

/** What a schema says of a value. */
export type ValueModel = { base: string; facets: Facet[] };

/** What a schema says of an element: either `value` or `members` is there. */
export type ElementModel = {
  name: string;
  min: number;
  max: number;
  value: ValueModel | null;
  members: (ElementModel | { options: ElementModel[] })[];
};

/**
 * Reads what a schema says, for as much of XML Schema as the ledger's files and ours use: named
 * types, sequences, choices, groups and restrictions. Throws at anything else, so that nothing is
 * passed over in silence.
 */
export function readSchemaModel(files: readonly Uint8Array[]): ElementModel {
  const tops = files.flatMap((file) => contentOf(parse(file)));
  const named = new Map(
    tops.filter(({ name }) => name !== 'element').map((node) => [node.attributes.name ?? '', node]),
  );
  const [root, ...others] = tops.filter(({ name }) => name === 'element');
  if (root === undefined || others.length > 0) throw new Error('one root element expected');
  return readElement(root, named);
}

type Named = ReadonlyMap<string, ElementTree>;

function readElement(node: ElementTree, named: Named): ElementModel {
  const { name = '', type, minOccurs = '1', maxOccurs = '1' } = node.attributes;
  const definition = type === undefined ? contentOf(node)[0] : named.get(localName(type));
  if (definition === undefined) throw new Error(`${name}: no type ${type}`);
  const isComplex = definition.name === 'complexType';
  return {
    name,
    min: Number(minOccurs),
    max: maxOccurs === 'unbounded' ? Number.MAX_SAFE_INTEGER : Number(maxOccurs),
    value: isComplex ? null : readValue(definition),
    members: isComplex ? readMembers(definition, named) : [],
  };
}

function readMembers(node: ElementTree, named: Named): ElementModel['members'] {
  return contentOf(node).flatMap((child): ElementModel['members'] => {
    switch (child.name) {
      case 'sequence':
        return readMembers(child, named);
      case 'element':
        return [readElement(child, named)];
      case 'choice':
        return [{ options: contentOf(child).map((option) => readElement(option, named)) }];
      case 'group': {
        const definition = named.get(localName(child.attributes.ref ?? ''));
        if (definition === undefined) throw new Error(`no group ${child.attributes.ref}`);
        return readMembers(definition, named);
      }
      default:
        throw new Error(`not expected in a type: ${child.name}`);
    }
  });
}

function readValue(node: ElementTree): ValueModel {
  const [restriction] = contentOf(node);
  const base = localName(restriction?.attributes.base ?? '');
  if (restriction?.name !== 'restriction' || !['string', 'int'].includes(base))
    throw new Error(`${node.attributes.name}: not read`);
  return {
    base,
    facets: contentOf(restriction).map(({ name, attributes }) => ({
      name,
      value: attributes.value ?? '',
    })),
  };
}

const contentOf = (node: ElementTree) =>
  node.children.filter(({ name }) => !['annotation', 'import', 'include'].includes(name));
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function parse(bytes: Uint8Array): ElementTree {
  const outcome = parseXml(bytes);
  if (outcome.kind !== 'parsed') throw new Error('a schema that is not XML');
  using parsed = outcome.parsed;
  return readTree(parsed);
}

/** The element and all below it, each with the path of names from the root. */
export function* walk(
  model: ElementModel,
  above: readonly string[] = [],
): Generator<{ model: ElementModel; path: readonly string[] }> {
  const path = [...above, model.name];
  yield { model, path };
  for (const member of model.members) {
    for (const child of 'options' in member ? member.options : [member]) yield* walk(child, path);
  }
}
