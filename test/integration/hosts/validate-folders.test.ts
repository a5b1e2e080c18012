import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { sampled } from '../../rounds.ts';
import { command } from './run-command.ts';
import { makeFolder } from './run-zubi.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
const good = makeDocument('140-with-invoice', { seed: 1, records: 3 });
const broken = good.replace(/<Ejercicio>\d+</, '<Ejercicio>20x6<');

beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

describe('zubi validate of a folder', () => {
  it('describes a folder of 200 mixed files, each kind in one sentence', async () => {
    const path = join(folder.path, 'quarter');
    await mkdir(join(path, '__MACOSX'), { recursive: true });
    const document = makeDocument('240-received', { seed: 1, records: 1 });
    const kinds: readonly (readonly [string, string, number])[] = [
      ['xml', document, 60],
      ['pdf', '%PDF-1.7', 60],
      ['csv', 'a;b', 40],
      ['xlsx', 'PK', 40],
    ];
    for (const [ending, content, count] of kinds)
      for (let index = 0; index < count; index += 1)
        await writeFile(join(path, `${index}.${ending}`), content);
    await writeFile(join(path, '._0.xml'), 'junk');
    await writeFile(join(path, '__MACOSX', '0.xml'), 'junk');
    const { exitCode, stdout, stderr } = await command(['validate', path]);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^zubi: 140 .*: 60 PDF, 40 CSV, 40 XLSX\n$/);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^60 archivos: 60 válidos/);
  });

  it.each(
    sampled(
      [
        ['es', 'no se envía desde aquí', '1 ilegible, 1 no se envía desde aquí'],
        ['eu', 'ez da hemendik bidaltzen', 'irakurtezina: 1, hemendik bidaltzen ez dena: 1'],
        ['en', 'not sent from here', '1 unreadable, 1 not sent from here'],
      ],
      1,
    ),
  )('says in %s that a TicketBAI file is not for this program', async (language, words, sum) => {
    const ticket = join(folder.path, 'ticket.xml');
    await writeFile(ticket, '<T:TicketBai xmlns:T="urn:ticketbai:emision"/>');
    const empty = join(folder.path, 'empty.xml');
    await writeFile(empty, '');
    const { stdout } = await command(['validate', ticket, empty, '--lang', language]);
    expect(stdout.split('\n')[0]).toContain(words);
    expect(stdout).toContain(`: ${sum} `);
  });

  it('names files of a folder for other programs, which do not make it a bad folder', async () => {
    const path = join(folder.path, 'besides');
    const strangers: readonly (readonly [string, string])[] = [
      ['ticket.xml', '<T:TicketBai xmlns:T="urn:ticketbai:emision"/>'],
      ['factura.xsig', '<Facturae xmlns="http://www.facturae.es/Facturae/2014/v3.2.1/Facturae"/>'],
      ['bienes.xml', '<LROEPJ240BienesInversionAltaPeticion/>'],
    ];
    await mkdir(path);
    for (const [name, content] of strangers) await writeFile(join(path, name), content);
    const exitCodeOf = async (...args: string[]) => (await command(['validate', ...args])).exitCode;
    expect(await exitCodeOf(path), 'nothing in it is of the ledger').toBe(2);
    await writeFile(join(path, 'good.xml'), good);
    const { exitCode, stdout } = await command(['validate', path, '--lang', 'en']);
    expect([exitCode, stdout.match(/not sent from here$/gm)]).toEqual([
      0,
      Array(3).fill('not sent from here'),
    ]);
    expect(stdout).toContain('4 files: 1 valid, 3 not sent from here');
    const json = JSON.parse((await command(['validate', path, '--json'])).stdout);
    expect(json.summary).toMatchObject({ files: 4, valid: 1, unreadable: 3 });
    expect(await exitCodeOf(join(path, 'ticket.xml'), join(path, 'good.xml'))).toBe(2);
    await writeFile(join(path, 'broken.xml'), broken);
    expect(await exitCodeOf(path)).toBe(1);
    await writeFile(join(path, 'empty.xml'), '');
    expect(await exitCodeOf(path)).toBe(2);
  });

  it.each(
    sampled(
      [
        ['es', 'venía dentro de otro formato (JSON)'],
        ['eu', 'beste formatu batean bilduta zetorren (JSON)'],
        ['en', 'came inside another format (JSON)'],
      ],
      1,
    ),
  )('opens the request of a service in a folder, and says so in %s', async (language, words) => {
    const path = join(folder.path, `request-${language}`);
    await mkdir(path);
    const xml = Buffer.from(makeDocument('240-received', { seed: 1, records: 1 }));
    await writeFile(
      join(path, 'request.json'),
      JSON.stringify({ xml_contents: xml.toString('base64') }),
    );
    await writeFile(join(path, 'package.json'), '{}');
    await writeFile(
      join(path, 'julio.json'),
      JSON.stringify([{ body: { file: xml.toString('base64') } }]),
    );
    await writeFile(join(path, 'julio.txt'), xml.toString('base64').replace(/.{76}/g, '$&\r\n'));
    await writeFile(join(path, 'bare.txt'), xml);
    await writeFile(join(path, 'notes.txt'), 'PDF of the third quarter');
    const { exitCode, stdout, stderr } = await command(['validate', path, '--lang', language]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain(words);
    const seen = stdout.split('\n').filter((line) => line.startsWith('✓'));
    expect(seen.map((line) => /([\w.]+):/.exec(line)?.[1])).toEqual([
      ...['bare.txt', 'julio.json', 'julio.txt', 'request.json'],
    ]);
    expect(stderr).toContain('1 TXT, 1 JSON');
  });
});
