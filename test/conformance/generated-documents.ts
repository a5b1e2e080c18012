import { SaxesParser } from 'saxes';
import { type ElementModel, walk } from '../../main/validator/schema/schema-model.ts';
import { forms } from '../fixtures/validator/forms.ts';
import { createGenerator, type GeneratedDocument } from '../fixtures/validator/generator.ts';

/** Seeds of a run; `CONFORMANCE_SEEDS=7,8` in the environment runs others. */
export const seeds: readonly number[] = (process.env.CONFORMANCE_SEEDS ?? '1,2,3,4,5')
  .split(',')
  .map(Number);

/** A generated document, and its seed, number and slips in words. */
export type DescribedDocument = GeneratedDocument & { what: string };

/** The documents of a run: for each seed and form, 100 valid ones and 100 mutants. */
export function generateDocuments(): DescribedDocument[] {
  return seeds.flatMap((seed) => {
    const generator = createGenerator(seed);
    return Array.from({ length: 100 }, (_, index) =>
      forms.flatMap(({ name }) =>
        [generator.valid(name), generator.mutant(name)].map((document) => ({
          ...document,
          what: `${name}, seed ${seed}, number ${index + 1}, ${document.slips.join(' + ') || 'no slip'}`,
        })),
      ),
    ).flat();
  });
}

/** Element names of a document without prefix, and the values of its leaves as `element=value`. */
export function wordsOf(xml: string): Set<string> {
  const words = new Set<string>();
  const parser = new SaxesParser({ xmlns: true });
  const texts: string[] = [];
  const addText = (text: string) => texts.push(`${texts.pop() ?? ''}${text}`);
  parser.on('opentag', ({ local }) => {
    words.add(local);
    texts.push('');
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ local }) => words.add(`${local}=${texts.pop() ?? ''}`));
  parser.write(xml).close();
  return words;
}

/** Element names, and codes as `element=code`, that documents of the form can hold. */
export function vocabulary(model: ElementModel): Set<string> {
  const words = new Set<string>();
  for (const { model: element } of walk(model)) {
    words.add(element.name);
    for (const { name, value } of element.value?.facets ?? [])
      if (name === 'enumeration') words.add(`${element.name}=${value}`);
  }
  return words;
}
