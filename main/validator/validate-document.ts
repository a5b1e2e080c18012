import { hash } from 'node:crypto';
import type { Issue, ValidationResult } from '../../contract/verdict.ts';
import { nameForeignDocument } from './foreign-documents.ts';
import { findForm, toForm } from './forms.ts';
import { headerYear } from './header.ts';
import { type Fault, makeIssue, nowhere, type Place, resultOf, withIssue } from './issue-list.ts';
import type { LedgerEngine } from './ledger-engine.ts';
import { type ValidationSettings, validateForm } from './validate-form.ts';
import { type ElementIndex, type ScanLimit, scanElements } from './xml/element-index.ts';
import { decodeText, type Encoding, findEncoding, findWrongByte, toUtf8 } from './xml/encoding.ts';
import { type ParsedDocument, parseXml } from './xml/libxml.ts';
import { findMisreadText } from './xml/misread-text.ts';
import { createPositionFinder } from './xml/places.ts';
import { peekRoot, sniff } from './xml/sniff.ts';
import { isTruncated } from './xml/truncation.ts';
import { nameParseFault } from './xml/xml-faults.ts';

/** Decoded bytes for recognising a document. */
const headBytes = 64 * 1024;

/**
 * Checks a document's bytes (decompressed, within the size limit) by all layers. Synchronous: it
 * runs in a worker, in benchmarks and in tests. Never throws on bad documents; throws
 * `schemas_damaged` when a schema does not compile.
 */
export function validateDocument(
  bytes: Uint8Array,
  options: ValidationSettings,
  engine: LedgerEngine,
): ValidationResult {
  return new DocumentValidation(bytes, options, engine).validate();
}

class DocumentValidation {
  readonly #bytes: Uint8Array;
  readonly #options: ValidationSettings;
  readonly #engine: LedgerEngine;
  readonly #sha256: string;
  #head = '';

  constructor(bytes: Uint8Array, options: ValidationSettings, engine: LedgerEngine) {
    // Loops over bytes are fastest when they always receive the same class.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#options = options;
    this.#engine = engine;
    this.#sha256 = hash('sha256', bytes);
  }

  validate(): ValidationResult {
    const finding = findEncoding(this.#bytes);
    const [encoding, bomBytes] =
      finding.kind === 'unsupported'
        ? (['UTF-8', 0] as const)
        : [finding.encoding, finding.bomBytes];
    this.#head = decodeText(this.#bytes.subarray(0, headBytes), encoding, bomBytes);
    const sniffed = sniff(this.#bytes, this.#head);
    if (sniffed !== null && finding.kind !== 'unsupported') {
      const issue = makeIssue({ layer: 'file', code: sniffed.code });
      return this.#base({ kind: sniffed.kind, kindDetail: sniffed.detail, issues: [issue] });
    }
    if (finding.kind === 'unsupported')
      return this.#refuse({
        layer: 'file',
        code: 'file_encoding_unsupported',
        params: { encoding: finding.encoding },
      });
    if (finding.kind === 'conflict') {
      const params = { declared: finding.declared.slice(0, 40), actual: encoding };
      return this.#refuse({ layer: 'file', code: 'file_encoding_conflict', params });
    }
    return this.#validateText(encoding, bomBytes);
  }

  #validateText(encoding: Encoding, bomBytes: number): ValidationResult {
    const wrongByte = findWrongByte(this.#bytes, encoding);
    if (wrongByte !== null) {
      const byte = (this.#bytes[wrongByte] ?? 0).toString(16).toUpperCase().padStart(2, '0');
      const fault: Fault = {
        layer: 'file',
        code: 'file_encoding_bytes',
        params: { encoding, byte },
      };
      const place = at(this.#bytes, wrongByte);
      const { line, column } = place;
      const isPlaced = line !== null && column !== null;
      if (isPlaced && isTruncated(this.#bytes, { code: 'file_encoding_bytes', line, column }))
        return this.#refuse({ layer: 'xml', code: 'xml_truncated' }, place);
      return this.#refuse(fault, place);
    }
    const peeked = peekRoot(this.#head);
    if (peeked.hasDoctype) {
      const before = Buffer.from(this.#head.slice(0, peeked.doctypeAt), 'utf8');
      return this.#refuse({ layer: 'xml', code: 'xml_dtd' }, at(before, before.length));
    }
    const elementIndex = scanElements(toUtf8(this.#bytes, encoding, bomBytes));
    if ('limit' in elementIndex) return this.#overLimit(elementIndex);
    const outcome = parseXml(this.#bytes);
    if (outcome.kind === 'failed') return this.#notChecked();
    if (outcome.kind === 'faulty') return this.#malformed(outcome.fault, encoding);
    using parsed = outcome.parsed;
    return this.#validateParsed(parsed, elementIndex);
  }

  /** Neither valid nor invalid: undecided. */
  #notChecked(): ValidationResult {
    const issues = [makeIssue({ layer: 'file', code: 'file_not_checked' })];
    return this.#base({ kind: 'other_xml', issues });
  }

  #malformed(
    fault: { message: string; line: number; column: number },
    encoding: Encoding,
  ): ValidationResult {
    const { code, params } = nameParseFault(fault.message);
    const layer = code.startsWith('file_') ? 'file' : 'xml';
    const known = code === 'file_encoding_bytes' ? { encoding, byte: '?' } : params;
    const { line, column } = fault;
    const place = { ...nowhere, line, column };
    const utf8 = toUtf8(this.#bytes, encoding, 0);
    if (isTruncated(utf8, { code, line, column }))
      return this.#refuse({ layer: 'xml', code: 'xml_truncated' }, place);
    return this.#refuse({ layer, code, params: known }, place);
  }

  #validateParsed(parsed: ParsedDocument, elementIndex: ElementIndex): ValidationResult {
    if (parsed.hasDtd) return this.#refuse({ layer: 'xml', code: 'xml_dtd' });
    const conflict = parsed.warnings.find((warning) => warning.startsWith('Encoding'));
    if (conflict !== undefined) {
      const [declared = '?', actual = '?'] = [...conflict.matchAll(/'([^']*)'/g)].map(
        ([, name]) => name ?? '',
      );
      return this.#refuse({
        layer: 'file',
        code: 'file_encoding_conflict',
        params: { declared, actual },
      });
    }
    const root = { name: parsed.rootName, namespace: parsed.rootNamespace };
    const time = { fiscalYear: headerYear(elementIndex), today: this.#options.today };
    const match = findForm(this.#engine.schemas, root, time);
    if (match === null) return this.#foreign(root);
    const finding = validateForm({
      parsed,
      elementIndex,
      match,
      root,
      engine: this.#engine,
      ...this.#options,
    });
    if (finding === null) return this.#notChecked();
    const checked = { ...this.#base({}), ...finding, kind: 'ledger_form' as const };
    const doubt = this.#options.checks === 'all' ? findDoubt(this.#bytes) : null;
    return doubt === null ? checked : withIssue(checked, doubt);
  }

  #overLimit({ limit, count, most, offset, bytes }: ScanLimit): ValidationResult {
    const fault: Fault = {
      layer: 'xml',
      code: `xml_too_many_${limit}`,
      params: { count, limit: most },
    };
    return this.#refuse(fault, at(bytes, offset));
  }

  #foreign(root: { name: string; namespace: string }): ValidationResult {
    const { kind, detail, code, params } = nameForeignDocument(root);
    const issue = makeIssue({ layer: 'file', code, params });
    return this.#base({ kind, kindDetail: detail, issues: [issue] });
  }

  /**
   * One fault ends the check: `invalid` for a document that names itself a form of these books,
   * `unreadable` for all others.
   */
  #refuse(fault: Fault, place: Place = nowhere): ValidationResult {
    const { name } = peekRoot(this.#head);
    const match = name === null ? null : findForm(this.#engine.schemas, { name, namespace: '' });
    const issues = [makeIssue(fault, place)];
    if (match === null) return this.#base({ kind: 'other_xml', kindDetail: name, issues });
    const form = toForm(match.definition, null);
    return this.#base({ kind: 'ledger_form', verdict: 'invalid', form, issues });
  }

  #base(known: Partial<ValidationResult>): ValidationResult {
    return resultOf({ sha256: this.#sha256, sizeBytes: this.#bytes.length, ...known });
  }
}

/** A warning when the declared encoding turns the bytes into other letters than intended. */
function findDoubt(bytes: Uint8Array): Issue | null {
  const finding = findEncoding(bytes);
  const misread = finding.kind === 'known' ? findMisreadText(bytes, finding.encoding) : null;
  if (misread === null || finding.kind !== 'known') return null;
  const { offset, ...words } = misread;
  const params = { declared: finding.encoding, ...words };
  const fault: Fault = {
    layer: 'file',
    severity: 'warning',
    code: 'file_encoding_doubtful',
    params,
  };
  return makeIssue(fault, at(bytes, offset));
}

function at(utf8: Uint8Array, offset: number): Place {
  return { ...nowhere, ...createPositionFinder(utf8)(offset) };
}
