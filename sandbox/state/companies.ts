import { type CompanyFields, companyColumns } from '../intermediary/company-fields.ts';
import type { State } from './database.ts';

/** A stored company. */
export type KeptCompany = CompanyFields & { readonly id: string };

/** The table of client companies. */
export interface CompanyStore {
  /** False when the tax id belongs to another company. */
  insert(id: string, fields: CompanyFields, at: Date): boolean;
  /** False when the tax id belongs to another company. */
  update(id: string, fields: CompanyFields, at: Date): boolean;
  find(id: string): KeptCompany | null;
  /** All of them, by name. */
  list(): readonly KeptCompany[];
}

type Row = Omit<KeptCompany, 'is_individual'> & { readonly is_individual: 0 | 1 };

/** The store over the `companies` table. */
export function createCompanyStore(state: State): CompanyStore {
  const insert = state.prepare(`
    INSERT INTO companies (id, ${companyColumns.join(', ')}, created_at, updated_at)
    VALUES (@id, ${companyColumns.map((column) => `@${column}`).join(', ')}, @at, @at)
    ON CONFLICT (tax_id_number) DO NOTHING`);
  const update = state.prepare(`
    UPDATE OR IGNORE companies SET
      ${companyColumns.map((column) => `${column} = @${column}`).join(', ')}, updated_at = @at
    WHERE id = @id`);
  const find = state.prepare<[string], Row>('SELECT * FROM companies WHERE id = ?');
  const list = state.prepare<[], Row>(
    'SELECT * FROM companies ORDER BY full_name COLLATE NOCASE, id',
  );
  const fromRow = (row: Row): KeptCompany => ({ ...row, is_individual: row.is_individual === 1 });
  const write = (statement: typeof insert, id: string, fields: CompanyFields, at: Date) =>
    statement.run({
      ...fields,
      id,
      is_individual: fields.is_individual ? 1 : 0,
      at: at.toISOString(),
    }).changes === 1;
  return {
    insert: (id, fields, at) => write(insert, id, fields, at),
    update: (id, fields, at) => write(update, id, fields, at),
    find: (id) => {
      const row = find.get(id);
      return row === undefined ? null : fromRow(row);
    },
    list: () => list.all().map(fromRow),
  };
}
