import { z } from 'zod';
import { companyTexts, mapTexts } from '../../contract/company-texts.ts';
import { documentFormats } from '../../contract/document-format.ts';
import { expenseTypeSchema } from '../../contract/form.ts';
import { foundPath, word, writtenPath } from './profile-places.ts';

const partOfName = foundPath
  .default(null)
  .describe('Of a person, as the company has it; an entity’s request is without it.');

export const submissionRequest = z.strictObject({
  xml: writtenPath,
  operation: writtenPath,
  operationWords: z.strictObject({ creation: word, modification: word, cancellation: word }),
  expenseType: writtenPath,
  expenseTypeWords: z
    .partialRecord(expenseTypeSchema, word)
    .describe('The wire’s word for an expense type; where there is none, the type’s own name.'),
  fiscalYear: writtenPath,
  fiscalYearAs: z.enum(['number', 'text']),
  taxpayer: z.strictObject({
    taxId: writtenPath,
    name: writtenPath.nullable().describe('Null where the name goes in its parts alone.'),
    isIndividual: foundPath.default(null).describe('For true or false: a person, or an entity.'),
    firstName: partOfName,
    lastName1: partOfName,
    lastName2: partOfName,
  }),
  softwareGarante: z.strictObject({
    taxId: writtenPath,
    license: writtenPath,
    name: writtenPath,
    version: writtenPath,
  }),
  certificateKey: writtenPath
    .nullable()
    .describe('Null where the key goes in a header (`headers.certificateKey`).'),
  constants: z
    .record(writtenPath, z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]))
    .default({})
    .describe('Values that are the same in each request, by their place.'),
});

const textPath = (usual: string | null) =>
  usual === null
    ? writtenPath.nullable().default(null).describe('Null where the service has no such field.')
    : writtenPath.default(usual);

export const companyRequest = z.strictObject({
  isIndividual: writtenPath,
  fullName: writtenPath,
  taxId: writtenPath,
  territoryId: writtenPath,
  territoryIdAs: z.enum(['number', 'text']),
  // A profile from before this field gets the default profile's value.
  ...mapTexts((name) => textPath(companyTexts[name].wirePath)),
});

export const authorizationRequest = z.strictObject({
  as: z
    .enum(['multipart', 'json'])
    .describe('How a document is given: as a file in a form, or as Base64 in a JSON body.'),
  file: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,100}$/)
    .describe('Name of the form’s part, and of the JSON’s field.'),
  format: writtenPath,
  formatWords: z
    .partialRecord(z.enum(documentFormats), word)
    .describe('The wire’s word for a format; where there is none, the format’s own name.'),
});
