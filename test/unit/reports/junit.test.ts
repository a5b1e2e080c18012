import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import { writeReport } from '../../../main/features/reports/formats.ts';
import { loadTexts } from '../../../main/platform/texts.ts';
import { batch, file, hostile, issue } from './batch.ts';

interface Node {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Node[];
  text: string;
}

/** Reads strict XML; throws at what is not well-formed. */
function parse(text: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (piece) => {
    const node = open.at(-1);
    if (node) node.text += piece;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return root.children[0] ?? root;
}

const junit = (report: ReturnType<typeof batch>) =>
  parse(writeReport('junit', report, loadTexts('es')));

it('a JUnit report has a suite for each file and a case for each layer, with right counts', () => {
  const faulty = file({
    file: 'b.xml',
    verdict: 'invalid',
    issues: [
      issue(),
      issue({ code: 'x', record: 9 }),
      issue({ layer: 'header', severity: 'warning', message: 'Ojo' }),
    ],
  });
  const unread = file({
    file: 'c.pdf',
    verdict: 'unreadable',
    form: null,
    issues: [issue({ layer: 'file', line: null, record: null, path: null })],
  });
  const root = junit(batch([file(), faulty, unread]));
  expect(root.name).toBe('testsuites');
  expect(root.attributes).toMatchObject({ tests: '15', failures: '1', errors: '1', skipped: '4' });
  expect(
    root.children.map(({ attributes }) => [
      attributes.name,
      attributes.tests,
      attributes.failures,
      attributes.errors,
      attributes.skipped,
    ]),
  ).toEqual([
    ['folder/a b.xml', '5', '0', '0', '0'],
    ['b.xml', '5', '1', '0', '0'],
    ['c.pdf', '5', '0', '1', '4'],
  ]);
  const [, second, third] = root.children;
  expect(
    second?.children.map(({ attributes, children }) => [
      attributes.classname,
      attributes.name,
      children[0]?.name,
    ]),
  ).toEqual([
    ['b.xml', 'Archivo', undefined],
    ['b.xml', 'XML', undefined],
    ['b.xml', 'Esquema', 'failure'],
    ['b.xml', 'Cabecera', 'system-out'],
    ['b.xml', 'Reglas', undefined],
  ]);
  const failure = second?.children[2]?.children[0];
  expect(failure?.attributes).toEqual({
    message: '«21,0» no es un importe (+1)',
    type: 'schema_decimal_comma',
  });
  expect(failure?.text).toContain(
    '70001:12 Error [schema_decimal_comma] (registro 2): «21,0» no es un importe Poner punto',
  );
  expect(third?.children.map(({ children }) => children[0]?.name)).toEqual([
    'error',
    'skipped',
    'skipped',
    'skipped',
    'skipped',
  ]);
});

it('a JUnit report stops where the check was told to stop, and names what is not listed', () => {
  const root = junit(batch([file({ issues: [issue()] })], 5, 'schema'));
  expect(root.children[0]?.children.map(({ name }) => name)).toEqual([
    'testcase',
    'testcase',
    'testcase',
    'system-out',
  ]);
  expect(root.children[0]?.children[3]?.text).toContain('5');
});

it('a JUnit report is well-formed whatever the name and content of a file', () => {
  const root = junit(
    batch([file({ file: hostile, issues: [issue({ message: `a\n${hostile}`, path: hostile })] })]),
  );
  expect(root.children[0]?.attributes.name).toContain(
    `<script>alert("1")</script> & '=2+3 ]]> \uFFFD\uFFFD\uFFFD`,
  );
  expect(root.children[0]?.children[2]?.children[0]?.attributes.message).toContain('a\n<script>');
});

it('a JUnit report gives back control characters when it is parsed', () => {
  const name = '\u009b2Jfdp.\u202elmx';
  const [suite] = junit(
    batch([file({ file: name, verdict: 'invalid', issues: [issue({ message: name })] })]),
  ).children;
  expect(suite?.attributes.name).toBe(name);
  expect(suite?.children[2]?.children[0]?.text).toContain(name);
});
