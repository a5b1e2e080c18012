import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkHistory } from '../../../main/platform/db/check.ts';
import { openConnectedOffice } from './relay.ts';

it('T5: each company of a table has its entry in the chain', async () => {
  const { office } = await openConnectedOffice();
  const heading = 'NIF;Nombre completo;Persona física;Nombre;Primer apellido;Territorio';
  const rows = [
    '12345678Z;Muñoz Íñigo;sí;Íñigo;Muñoz;Bizkaia',
    'A99800476;Peñascal SA;no;;;Bizkaia',
  ];
  const bytes = Buffer.from([heading, ...rows].join('\n'));
  const taken = await office.app.takeFile({ name: 'clientes.csv', bytes });
  if (!taken.ok) throw new Error(taken.error.code);
  await office.call('companies.importFile', { fileId: taken.value.fileId });
  await office.app.close();
  expect(checkHistory(join(office.dataFolder, 'zubi.db'), 'full').companies).toBe(2);
});
