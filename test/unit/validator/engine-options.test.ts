import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const sources = ['main', 'sandbox', 'preload', 'renderer', 'contract'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
);

const forbidden =
  /XML_PARSE_(?:NOENT|DTDLOAD|DTDATTR|DTDVALID|XINCLUDE|HUGE|RECOVER|UNZIP|CATALOG_PI)|libxml2-wasm\/lib\/nodejs|xmlRegisterFsInputProviders|processXInclude|fromString\(/;

// holds X1
describe('the XML engine', () => {
  it('has no option that opens anything from outside or lifts a limit', () => {
    const using = sources.filter((name) =>
      forbidden.test(readFileSync(new URL(name, root), 'utf8')),
    );
    expect(using).toEqual([]);
  });

  it('is imported by one file, which sets the four important options', () => {
    const importing = sources.filter((name) =>
      /^import (?!type).*'libxml2-wasm|^} from 'libxml2-wasm/m.test(
        readFileSync(new URL(name, root), 'utf8'),
      ),
    );
    expect(importing).toEqual(['main/validator/xml/libxml.ts']);
    const text = readFileSync(new URL('main/validator/xml/libxml.ts', root), 'utf8');
    const options = [...text.matchAll(/ParseOption\.(XML_PARSE_\w+)/g)].map(([, option]) => option);
    expect(options.toSorted()).toEqual(
      [
        'XML_PARSE_BIG_LINES',
        'XML_PARSE_NONET',
        'XML_PARSE_NO_SYS_CATALOG',
        'XML_PARSE_NO_XXE',
      ].toSorted(),
    );
  });
});
