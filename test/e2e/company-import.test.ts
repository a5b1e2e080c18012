import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { share } from '../fixtures/lifetime.ts';
import { describeInSoak, inSoak } from '../soak.ts';
import { provideBrowser } from './browser.ts';
import { openApplication } from './fixtures/application-here.ts';
import { personsTaxId } from './fixtures/office.ts';
import { findViolations, takePicture } from './looks.ts';
import { CompaniesPage } from './pages/companies-page.ts';
import { ImportPage } from './pages/import-page.ts';
import { WindowPage } from './pages/window.ts';

const browser = provideBrowser();
const taxId = (number: number) => personsTaxId(50_000_000 + number);

async function openImport() {
  const application = await openApplication();
  const page = await browser.open(application.url);
  const window = new WindowPage(page);
  await window.goTo('companies');
  const drop = async (name: string, content: string | Uint8Array) => {
    await window.dropFiles([{ name, content }]);
    await window.waitUntilReady('import');
  };
  return { page, window, drop, table: new ImportPage(page), companies: new CompaniesPage(page) };
}

const opened = share(openImport);

/** The companies in a newly opened window. */
async function showImport() {
  await opened().window.openAnew('companies');
  return opened();
}

describe('a spreadsheet', () => {
  inSoak('is reported when it cannot be read as one, and nothing is stored', async () => {
    const { drop, table, window, companies } = await showImport();
    for (const [what, file, content, code] of [
      [
        'a program',
        'cartera.xlsx',
        Buffer.from('MZ\x90\0 this is no spreadsheet', 'latin1'),
        'import_format',
      ],
      [
        'a text with quotes that are never closed',
        'cartera.csv',
        Buffer.from('NIF;Empresa\nA99800476;"Ona\nB00000034;Batuta\n'),
        'import_quotes',
      ],
      ['a heading alone', 'cartera.csv', Buffer.from('NIF;Nombre completo\n'), 'import_empty'],
      ['a table without tax ids', 'cartera.csv', Buffer.from('a;b\n1;2\n'), 'qué columna es'],
      [
        'a table without a territory',
        'cartera.csv',
        Buffer.from('NIF;Nombre completo\nA99800476;Ona\n'),
        'Territorio si la fila no lo indica» o',
      ],
    ] as const) {
      await drop(file, content);
      if (code.includes(' ')) {
        await table.mapping.waitFor();
        await window.page.getByText(code).waitFor();
        expect(await table.saveButton.isDisabled(), what).toBe(true);
      } else {
        await window.errorOf(code).waitFor();
      }
      await window.goTo('companies');
      await companies.empty.waitFor();
    }
  });

  inSoak(
    'whose other sheet is still being read takes nothing for it that is said of the columns of the one before',
    async () => {
      const { drop, table, page } = await showImport();
      const heading = ['NIF', 'Nombre completo', 'Nombre', 'Primer apellido', 'Territorio'];
      const turned = ['Territorio', 'Primer apellido', 'Nombre', 'Nombre completo', 'NIF'];
      const content = await writeXlsx({
        sheets: [
          {
            name: 'Activos',
            rows: [heading, [taxId(1), 'Ane Agirre', 'Ane', 'Agirre', 'Bizkaia']],
          },
          { name: 'De baja', rows: [turned, ['Bizkaia', 'Bilbao', 'Jon', 'Jon Bilbao', taxId(2)]] },
        ],
      });
      await drop('cartera.xlsx', content);
      await table.rowsOf('draft').waitFor();
      const read = Promise.withResolvers<void>();
      await page.route('**/api/call', async (route) => {
        const { method, input } = route.request().postDataJSON();
        if (method === 'companies.importPreview' && input.sheet === 1) await read.promise;
        await route.fallback();
      });
      await table.chooseSheet('De baja · 1 fila');
      const field = page.getByTestId('mapping-notes');
      await field.focus();
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
      read.resolve();
      await page.getByRole('grid').getByText('Jon Bilbao').waitFor();
      expect(await table.rowsOf('draft').count()).toBe(1);
      expect(await field.inputValue()).toBe('');
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      // Then it is the sheet's own.
      await table.takeSecondByKeys();
      await expect.poll(() => field.inputValue()).not.toBe('');
    },
  );

  it('is read from the sheet that is chosen, without hidden rows unless they are chosen', async () => {
    const { drop, table, companies, page } = await showImport();
    const heading = ['NIF', 'Nombre completo', 'Nombre', 'Primer apellido', 'Territorio'];
    const row = (number: number) => [
      taxId(number),
      `Ane Agirre ${number}`,
      'Ane',
      'Agirre',
      'Bizkaia',
    ];
    const content = await writeXlsx({
      sheets: [
        { name: 'Activos', rows: [heading, row(1)] },
        {
          name: 'Cartera',
          rows: [heading, row(2), row(3), row(4)],
          rowDefs: new Map([[2, { hidden: true }]]),
        },
        { name: 'De baja', hidden: true, rows: [heading, row(5)] },
      ],
    });
    await drop('cartera.xlsx', content);
    await table.rowsOf('draft').waitFor();
    expect(await table.hiddenRows.count()).toBe(0);
    await table.chooseSheet('De baja · 1 fila · oculta');
    await table.hiddenSheet.waitFor();
    await table.chooseSheet('Cartera · 3 filas');
    await page.getByText('cartera.xlsx · hoja «Cartera»').waitFor();
    await table.hiddenRows.getByText('1 fila oculta en la hoja: no se importa').waitFor();
    await expect.poll(() => table.rowsOf('draft').count()).toBe(2);
    expect(await table.sheet.evaluate((field) => field === document.activeElement)).toBe(true);
    await table.takeHiddenRows();
    await expect.poll(() => table.rowsOf('draft').count()).toBe(3);
    await table.hiddenMark.waitFor();
    await table.save();
    await companies.row(taxId(3)).waitFor();
    await expect.poll(() => companies.rows.count()).toBe(3);
    expect(await companies.row(taxId(5)).count()).toBe(0);
  });

  it('of several in one drop is imported after the other, and is still open after a look elsewhere', async () => {
    const { window, table, companies, page } = await showImport();
    const heading = 'NIF;Nombre completo;Nombre;Primer apellido;Territorio;Columna X';
    const file = (name: string, number: number) => ({
      name,
      content: Buffer.from(`${heading}\n${taxId(number)};Ane Agirre;Ane;Agirre;Bizkaia;uno\n`),
    });
    const broken = { name: 'rota.csv', content: Buffer.from('NIF;Nombre completo\n') };
    await window.dropFiles([file('uno.csv', 61), broken, file('dos.csv', 62)]);
    await window.waitUntilReady('import');
    await window.toast('3 tablas a Importar empresas, de una en una').waitFor();
    await table.waiting.getByText('rota.csv · dos.csv').waitFor();
    await table.map('notes', 'Columna X');
    await takePicture(page, 'import-several');
    expect(await findViolations(page)).toEqual([]);
    await window.goTo('companies');
    await page.goBack();
    await table.waiting.getByText('2 tablas más por importar').waitFor();
    const notes = page.getByTestId('mapping-notes');
    await expect.poll(() => notes.inputValue()).toBe('Columna X');
    await table.rowsOf('draft').waitFor();
    await table.saveButton.click();
    await window.errorOf('import_empty').waitFor();
    await takePicture(page, 'import-several-failed');
    await table.waiting.getByText('dos.csv').waitFor();
    await table.nextTable.click();
    await table.rowsOf('draft').waitFor();
    await table.save();
    for (const number of [61, 62]) await companies.row(taxId(number)).waitFor();
    expect(await table.waiting.count()).toBe(0);
  });

  inSoak('whose headings say nothing is mapped by hand, and its rows are imported', async () => {
    const { drop, table, companies } = await showImport();
    const content = await writeXlsx({
      sheets: [
        {
          name: 'Cartera',
          rows: [
            ['Columna A', 'Columna B', 'Columna C', 'Columna D', 'Columna E'],
            [taxId(11), 'Ane Agirre Goñi', 'Ane', 'Agirre', 'Bizkaia'],
            [taxId(12), 'Jon Bilbao Ruiz', 'Jon', 'Bilbao', 'Bizkaia'],
          ],
        },
      ],
    });
    await drop('cartera.xlsx', content);
    await table.mapping.waitFor();
    expect(await table.saveButton.isDisabled()).toBe(true);
    for (const [field, column] of [
      ['taxId', 'Columna A'],
      ['fullName', 'Columna B'],
      ['firstName', 'Columna C'],
      ['lastName1', 'Columna D'],
      ['territory', 'Columna E'],
    ] as const) {
      await table.map(field, column);
    }
    await table.rowsOf('draft').nth(1).waitFor();
    await table.save();
    await companies.row(taxId(11)).waitFor();
    await companies.row(taxId(12)).waitFor();
  });

  inSoak(
    'behind its cover and under its title is found, and says which sheet it is of',
    async () => {
      const { drop, table, page } = await openImport();
      const heading = ['NIF', 'Nombre completo', 'Nombre', 'Primer apellido', 'Territorio'];
      const row = [taxId(1), 'Ane Agirre', 'Ane', 'Agirre', 'Bizkaia'];
      const content = await writeXlsx({
        sheets: [
          { name: 'Portada', rows: [['Asesoría Ibaia']] },
          { name: 'Clientes', rows: [['Clientes a 1 de mayo'], [], heading, row] },
        ],
      });
      await drop('cartera.xlsx', content);
      await table.rowsOf('draft').waitFor();
      await page.getByText('cartera.xlsx · hoja «Clientes»').waitFor();
      await table.save();
    },
  );

  inSoak(
    'with formulas and merged cells names each row at fault and imports the others',
    async () => {
      const { drop, table, companies, window } = await openImport();
      const content = await writeXlsx({
        sheets: [
          {
            name: 'Cartera',
            rows: [
              ['NIF', 'Nombre completo', 'Nombre', 'Primer apellido', 'Territorio'],
              [taxId(1), 'Ane Agirre', 'Ane', 'Agirre', 'Bizkaia'],
              [taxId(2), null, 'Jon', 'Bilbao', 'Bizkaia'],
              [taxId(3), 'Miren Etxeberria', 'Miren', 'Etxeberria', 'Bizkaia'],
              [taxId(4), 'Idem', 'Miren', 'Etxeberria', 'Bizkaia'],
            ],
            cells: new Map([['2,1', { value: null, formula: 'CONCATENATE(C3," ",D3)' }]]),
            merges: [{ startRow: 3, startCol: 1, endRow: 4, endCol: 1 }],
          },
        ],
      });
      await drop('cartera.xlsx', content);
      await table.fault('formula_without_value').waitFor();
      await table.fault('merged_cell').first().waitFor();
      const faulty = await table.rowsOf('faulty').count();
      await table.save();
      await companies.row(taxId(1)).waitFor();
      expect(await companies.row(taxId(2)).count()).toBe(0);
      expect(await companies.row(taxId(4)).count()).toBe(0);
      expect(faulty).toBeGreaterThan(1);
      const leftOut = window.toast(`${faulty} filas con errores no se han importado`);
      await leftOut.waitFor();
      await leftOut.waitFor({ state: 'detached' });
    },
  );
});

describeInSoak('a text file in Latin-1 with semicolons', () => {
  it('keeps its letters; rows that appear twice or exist already are named', async () => {
    const { drop, table, companies, window } = await openImport();
    const heading = 'NIF;Nombre completo;Persona física;Nombre;Primer apellido;Territorio';
    const row = (number: number) => `${taxId(number)};Begoña Ibáñez;sí;Begoña;Ibáñez;Bizkaia`;
    await drop(
      'cartera.csv',
      Buffer.from([heading, row(1), row(2), row(1)].join('\r\n'), 'latin1'),
    );
    await table.fault('duplicate_tax_id').waitFor();
    await table.save();
    await companies.row('Begoña Ibáñez').first().waitFor();
    await expect.poll(() => companies.rows.count()).toBe(2);
    await window.dropFiles([{ name: 'otra.csv', content: [heading, row(2), row(3)].join('\n') }]);
    // What is on the list already is no error.
    await window.page.locator('[data-import="existing"]').waitFor();
    expect(await table.fault('exists_already').count()).toBe(0);
    await table.save();
    await companies.row(taxId(3)).waitFor();
    await expect.poll(() => companies.rows.count()).toBe(3);
  });
});
