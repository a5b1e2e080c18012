import { z } from 'zod';
import { documentFormats } from '../../contract/document-format.ts';
import type { Clock } from '../../main/platform/ports.ts';
import { type Answer, Refusal, refuseFields, success } from '../http/answer.ts';
import { readJson } from '../http/json.ts';
import { readMultipart } from '../http/multipart.ts';
import type { RoutedRequest } from '../http/router.ts';
import type { AuthorizationStore } from '../state/authorizations.ts';
import { decodeBase64 } from './base64.ts';
import type { Credentials } from './credentials.ts';
import {
  claimOfMediaType,
  claimOfName,
  detectFormat,
  type FormatClaim,
  maxDocumentBytes,
} from './document.ts';
import { parseFields } from './field-errors.ts';

/** The parts of the two upload endpoints. */
export interface AuthorizationEndpoints {
  readonly authorizations: AuthorizationStore;
  readonly credentials: Credentials;
  readonly clock: Clock;
}

const field = 'intermediate_auth_file';

const uploadSchema = z.object({
  [field]: z.string().min(1),
  file_format: z.enum(documentFormats),
});

const maxJsonBytes = Math.ceil(maxDocumentBytes / 3) * 4 + 64 * 1024;

/** `POST /intermediateauth/update/json`: the whole file in Base64, with its real format. */
export async function uploadJson(
  room: AuthorizationEndpoints,
  request: RoutedRequest,
): Promise<Answer> {
  const companyId = room.credentials.requireClient(request.message.headers);
  const parsed = parseFields(uploadSchema, await readJson(request.message, maxJsonBytes));
  if (!parsed.ok) throw refuseFields(parsed.errors);
  const bytes = decodeBase64(parsed.value[field]);
  if (bytes === null) throw refuseFields({ [field]: ['No es Base64 válido.'] });
  return await keep(room, companyId, {
    bytes,
    claims: [parsed.value.file_format],
    claimField: 'file_format',
  });
}

/**
 * `POST /intermediateauth/update/multipart`: one part `intermediate_auth_file`; neither ending nor
 * media type may contradict it.
 */
export async function uploadMultipart(
  room: AuthorizationEndpoints,
  request: RoutedRequest,
): Promise<Answer> {
  const companyId = room.credentials.requireClient(request.message.headers);
  const { files, fields } = await readMultipart(request.message, maxDocumentBytes);
  const parts = files.filter((part) => part.name === field);
  const [part] = parts;
  if (part === undefined) {
    throw refuseFields({
      [field]: [fields.includes(field) ? 'Debe ser un fichero.' : 'Campo obligatorio.'],
    });
  }
  if (parts.length > 1) throw refuseFields({ [field]: ['Solo se admite un fichero.'] });
  const claims = [claimOfName(part.filename), claimOfMediaType(part.contentType)];
  return await keep(room, companyId, { bytes: part.bytes, claims, claimField: field });
}

interface Upload {
  readonly bytes: Buffer;
  /** The format that the caller claims; null claims none. */
  readonly claims: readonly FormatClaim[];
  readonly claimField: string;
}

async function keep(
  room: AuthorizationEndpoints,
  companyId: string,
  upload: Upload,
): Promise<Answer> {
  if (upload.bytes.length > maxDocumentBytes) {
    throw new Refusal(413, `El documento supera el máximo de ${maxDocumentBytes} bytes.`);
  }
  const format = await detectFormat(upload.bytes);
  if (format === null) throw refuseFields({ [field]: ['El documento no es un PDF, JPG o PNG.'] });
  if (upload.claims.some((claim) => claim !== null && claim !== format)) {
    throw refuseFields({ [upload.claimField]: [`El documento es en realidad un ${format}.`] });
  }
  room.authorizations.upload(companyId, { format, bytes: upload.bytes }, room.clock());
  return success({
    message: 'Documento recibido.',
    state: room.authorizations.find(companyId).state,
  });
}
