/** An invalid command line: `key` is a sentence of `locales/<language>/cli.json`. Exit code 2. */
export class WrongUsage extends Error {
  readonly key: string;
  readonly params: Readonly<Record<string, unknown>>;

  constructor(key: string, params: Readonly<Record<string, unknown>> = {}) {
    super(key);
    this.name = 'WrongUsage';
    this.key = key;
    this.params = params;
  }
}
