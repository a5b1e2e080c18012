/** A statement that must hold, by its number in the project's pages. */
export interface Statement {
  readonly id: string;
  readonly says: string;
  /** Files below `test/`, without `.test.ts`, that prove it without naming it. */
  readonly by?: readonly string[];
  /** The reason why no test proves it. */
  readonly open?: string;
}

const statement = (id: string, says: string, ...by: readonly string[]): Statement => ({
  id,
  says,
  by,
});

/** Security bar 1: the desktop's window. */
const window: readonly Statement[] = [
  statement('E1', 'windows load own pages only'),
  statement('E2', 'no Node in a page'),
  statement('E3', 'context isolation'),
  statement('E4', 'sandbox, no switch against it'),
  statement('E5', 'each permission decided'),
  statement('E6', 'page preferences are an exact list'),
  statement('E7', 'content policy as a header'),
  statement('E8', 'the scheme and its rights'),
  statement('E9', 'path jail of the scheme'),
  statement('E10', 'no navigation'),
  statement('E11', 'no windows, views, downloads'),
  statement('E12', 'addresses for the system'),
  statement('E13', 'sender, shape and size of a call'),
  statement('E14', 'the bridge is a fixed list'),
  statement('E15', 'no path from the window'),
  statement('E16', 'no secret to the window'),
  statement('E17', 'the keychain, asynchronously'),
  statement('E18', 'TLS is not weakened'),
  statement('E19', 'Electron is current'),
  statement('E20', 'fuses'),
  statement('E21', 'archive integrity'),
  statement('E22', 'no developer tools, no dictionaries'),
  statement('E23', 'one instance, before any store opens'),
  statement('E24', 'nothing outside decides in a package'),
];

/** 3 to 5: XML, uploads, secrets. */
const content: readonly Statement[] = [
  statement('X1', 'foreign XML in a thread, closed options'),
  statement('X2', 'DOCTYPE refused'),
  statement('X3', 'caps of size, attributes, time'),
  statement('X4', 'faults: first 1,000, exact lines'),
  statement('X5', 'undecided is neither valid nor invalid'),
  statement('X6', 'imports from the own set only'),
  statement('X7', 'everything is disposed of'),
  statement('X8', 'written values are XML'),
  statement('X9', 'fuzzing'),
  statement('F1', 'extension and content agree'),
  statement('F2', 'structure of PNG, JPEG, PDF'),
  statement('F3', 'active or huge documents'),
  statement('F4', 'size before reading'),
  statement('F5', 'sent file is hashed file'),
  statement('F6', 'strict Base64'),
  statement('F7', 'no pattern over large text'),
  statement('K1', 'no silent plaintext'),
  statement('K2', 'a changed keychain is named'),
  statement('K3', 'keys never in arguments'),
  statement('K4', 'file modes'),
  statement('K5', 'small files survive kills'),
  statement('K6', 'small files on a full disk'),
  statement('K7', 'a broken small file is kept and told'),
  statement('K8', 'no obfuscation as encryption'),
  statement('K9', 'the log holds no key, no person'),
  statement('K10', 'a secret shows itself nowhere'),
  statement('K11', 'no crash reports, keys are wiped'),
];

/** 6 to 8: the service, the history, the loopback host. */
const work: readonly Statement[] = [
  statement('H1', 'intent on disk before the first byte'),
  statement('H2', 'outcomes told apart'),
  statement('H3', 'unknown waits for a person'),
  statement('H4', 'readings tried again, within limits'),
  statement('H5', 'where keys go'),
  statement('H6', 'answers of any kind'),
  statement('H7', 'once over all processes'),
  statement('H8', 'proxies are named'),
  statement('Q1', 'settings of each connection'),
  statement('Q2', 'acknowledged is present'),
  statement('Q3', 'flushed at each commit'),
  statement('Q4', 'full disk'),
  statement('Q5', 'damage has a name'),
  statement('Q6', 'set aside, a way back'),
  statement('Q7', 'copies are whole'),
  statement('Q8', 'steps between shapes'),
  statement('Q9', 'evidence is added to only'),
  statement('Q10', 'several processes'),
  statement('Q11', 'network drives'),
  statement('Q12', 'deleted values are gone'),
  statement('L1', 'this machine only'),
  statement('L2', 'the Host header'),
  statement('L3', 'requests that change something'),
  statement('L4', 'the launch address'),
  statement('L5', 'the stream of events'),
  statement('L6', 'headers of every answer'),
  statement('L7', 'limits of requests'),
  statement('L8', 'a request twice has one effect'),
  statement('L9', 'a page of another origin'),
  statement('L10', 'one contract in every host'),
];

const damage = ['header', 'databases', 'small-files'].map((name) => `integration/damage/${name}`);

/** 9: the second round of attacks. */
const attacks: readonly Statement[] = [
  statement('T1', 'keys are bound to their address', 'integration/core/bound-keys'),
  statement('T2', 'answers are cleaned of keys', 'integration/core/planted-answers'),
  statement('T3', 'the history is what its steps make', 'integration/store/foreign-parts'),
  statement('T4', 'a history that went back', 'integration/history/went-back'),
  statement(
    'T5',
    'links are sealed',
    'integration/history/forged',
    'integration/secrets/authentication',
  ),
  statement('T6', 'no dead end at the start', ...damage),
  statement(
    'T7',
    'what strangers write is read in threads',
    'unit/fuzz',
    'unit/incoming/strict-zip',
  ),
  statement('T8', 'unknown keys are refused', 'unit/contract/strict-input', 'unit/cli/unknown-key'),
  statement('T9', 'the server proves itself', 'e2e/taken-over-port'),
  statement('T10', 'nothing outside the archive'),
  statement(
    'T11',
    'no outcome better than the answer',
    'integration/outcomes/outcome-table',
    'integration/intermediary/outcomes',
  ),
  statement('T12', 'monotonic clock', 'unit/clock-steps'),
];

/** Issue 15, by its sections and its list. */
const truth: readonly Statement[] = [
  statement(
    '15.H2',
    'an intermediary with eight ways of answering',
    'integration/intermediary/outcomes',
  ),
  statement(
    '15.H4',
    'workbooks made to hurt',
    'integration/companies/table-reader',
    'unit/companies/workbook-cells',
  ),
  statement(
    '15.H1',
    'kills and faults stay 0, 0',
    'integration/outbox/crash',
    'integration/outbox/random-lives',
  ),
  statement('15.H3', 'damaged headers, databases, small files', ...damage),
];

/** Issue 16, by the order of its list. */
const house: readonly Statement[] = [
  statement('16.1', 'nothing is lost', 'unit/docs/statements'),
  { ...statement('16.2', 'sizes, circles, owners of tables'), open: 'told by a script at the end' },
  statement('16.3', 'plain documents', 'unit/docs/specification'),
  { ...statement('16.4', 'quick to check'), open: 'a measurement' },
  { ...statement('16.5', 'change requests'), open: 'counted on branches' },
  { ...statement('16.6', 'fast as a person notices'), open: '`npm run bench`' },
  statement('16.7', 'an old folder is told and kept', 'integration/store/older-data'),
];

export const statements: readonly Statement[] = [
  ...window,
  ...content,
  ...work,
  ...attacks,
  ...truth,
  ...house,
];
