import type PDFDocument from 'pdfkit';

const margin = 50;
const ink = '#15202b';
const second = '#55636f';
const line = '#d9dee2';
const footHeight = 46;
const logoWidth = 160;

/** A column of a table: its head, its part of the width, and its alignment. */
export interface SheetColumn {
  readonly head: string;
  readonly share: number;
  /** Its least width in points (`PdfSheet.widthOf`). */
  readonly least?: number;
  readonly align?: 'left' | 'right';
}

/** Between the texts of two columns. */
const gap = 8;
const rowSize = 8.5;
const rowFont = 'Helvetica';
const headFont = 'Helvetica-Bold';

/** Each column its share of what is left beside those whose least width is more. */
function widthsOf(columns: readonly SheetColumn[], width: number): number[] {
  const wide = new Map<SheetColumn, number>();
  for (;;) {
    const left = [...wide.values()].reduce((rest, least) => rest - least, width);
    const others = columns.filter((column) => !wide.has(column));
    const shares = others.reduce((sum, { share }) => sum + share, 0);
    const plain = ({ share }: SheetColumn) => (share / shares) * left;
    const tight = others.find((column) => (column.least ?? 0) > plain(column));
    if (!tight) return columns.map((column) => wide.get(column) ?? plain(column));
    wide.set(tight, tight.least ?? 0);
  }
}

/** What is under every page. */
interface SheetFoot {
  readonly text: string;
  readonly page: (number: number, of: number) => string;
}

/** What the head of a table takes at most, in points. */
const headRoom = 60;

/** Letters that are whole in Unicode, and have no accent to lose. */
const wholeLetters: Readonly<Record<string, string>> = {
  ...{ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H', ı: 'i', ŋ: 'n', Ŋ: 'N', ŧ: 't', Ŧ: 'T' },
  '\u202f': '\u00a0',
  '\u2010': '-',
  '\u2011': '-',
  '\u2212': '-',
};
/** The letters of the standard fonts: Windows-1252. */
const printed = /[\x20-\x7e\u00a0-\u00ffŒœŠšŽžŸƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]/;

/**
 * Text in the standard fonts of PDF: other letters lose their accents or become a question mark.
 * Spanish and Basque need no others.
 */
export function toPrintable(text: string): string {
  const plain = text.normalize('NFC').replaceAll(/\r\n|[\t\n\r]/g, ' ');
  return [...plain]
    .map((sign) => {
      const letter = wholeLetters[sign] ?? sign;
      if (printed.test(letter)) return letter;
      const bare = letter.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '');
      return /^[\x20-\x7e]*$/.test(bare) ? bare : '?';
    })
    .join('');
}

type Pdf = InstanceType<typeof PDFDocument>;

/** Headings, facts and tables on A4 pages, written from top to bottom. */
export class PdfSheet {
  readonly #pdf: Pdf;
  readonly #width: number;

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
    this.#width = pdf.page.width - 2 * margin;
  }

  static readonly page = {
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: margin + footHeight },
    bufferPages: true,
  } as const;

  /** The office at the top: its logo and name. */
  letterhead(name: string, logo: Buffer | null): void {
    const pdf = this.#pdf;
    const top = pdf.y;
    if (logo !== null) pdf.image(logo, margin, top, { fit: [logoWidth, 44] });
    if (name !== '') {
      const beside = logo === null ? 0 : logoWidth + gap;
      const place = { width: this.#width - beside, align: 'right' } as const;
      pdf.font('Helvetica-Bold').fontSize(10).fillColor(second);
      pdf.text(toPrintable(name), margin + beside, top + 4, place);
    }
    pdf.x = margin;
    pdf.y = Math.max(pdf.y, logo === null ? top : top + 44) + 18;
  }

  text(words: string, look: 'title' | 'heading' | 'body' | 'small' | 'strong' = 'body'): void {
    const { size, font, colour, before } = looks[look];
    const text = toPrintable(words);
    this.#pdf.font(font).fontSize(size).fillColor(colour);
    const height = this.#pdf.heightOfString(text, { width: this.#width });
    // A heading stays with what follows it.
    this.#keepTogether(before + height + (look === 'heading' ? 80 : 12));
    this.#pdf.y += before;
    this.#pdf.text(text, margin, this.#pdf.y, { width: this.#width });
  }

  /** Names and values in two columns; a long value takes the whole line. */
  facts(facts: readonly (readonly [name: string, value: string])[]): void {
    const pdf = this.#pdf;
    pdf.y += 6;
    for (const [name, value] of facts) {
      const text = toPrintable(value);
      pdf.font('Helvetica').fontSize(9);
      const width = this.#width - 170;
      const height = Math.max(12, pdf.heightOfString(text, { width }));
      this.#keepTogether(height);
      const top = pdf.y;
      pdf.fillColor(second).text(toPrintable(name), margin, top, { width: 160 });
      pdf.fillColor(ink).text(text, margin + 170, top, { width });
      pdf.y = Math.max(top + height, pdf.y) + 2;
    }
  }

  head(columns: readonly SheetColumn[]): void {
    this.#pdf.y += 8;
    this.row(
      columns,
      columns.map(({ head }) => head),
      true,
    );
  }

  /** The width of a column, in points, whose cells with these texts have one line each. */
  widthOf(texts: readonly string[], isHead = false): number {
    this.#pdf.font(isHead ? headFont : rowFont).fontSize(rowSize);
    const widths = texts.map((text) => this.#pdf.widthOfString(toPrintable(text)));
    return Math.ceil(Math.max(0, ...widths)) + gap;
  }

  /** A row of a table; on a new page its head is written again. */
  row(columns: readonly SheetColumn[], cells: readonly string[], isHead = false): void {
    const pdf = this.#pdf;
    const widths = widthsOf(columns, this.#width);
    const texts = cells.map(toPrintable);
    pdf.font(isHead ? headFont : rowFont).fontSize(rowSize);
    const heights = texts.map((text, index) =>
      pdf.heightOfString(text, { width: (widths[index] ?? 40) - gap }),
    );
    // A taller one would end on a page without its heads; the other receipts have it whole.
    const { top: above, bottom: below } = pdf.page.margins;
    const tallest = pdf.page.height - above - below - headRoom;
    const isCut = Math.max(...heights) > tallest;
    const height = Math.min(tallest, Math.max(...heights)) + 7;
    if (this.#keepTogether(height) && !isHead) {
      this.head(columns);
      pdf.font(rowFont).fontSize(rowSize);
    }
    const top = pdf.y;
    let left = margin;
    for (const [index, text] of texts.entries()) {
      const width = widths[index] ?? 40;
      const align = columns[index]?.align ?? 'left';
      const cut = isCut ? { height: tallest, ellipsis: '…' } : {};
      const place = { width: width - gap, align, ...cut };
      pdf.fillColor(isHead ? second : ink).text(text, left, top + 3, place);
      left += width;
    }
    const foot = top + height;
    pdf
      .moveTo(margin, foot)
      .lineTo(margin + this.#width, foot)
      .lineWidth(0.5)
      .strokeColor(line);
    pdf.stroke();
    pdf.x = margin;
    pdf.y = foot;
  }

  /** Writes the page feet, once all pages exist. */
  end(foot: SheetFoot): void {
    const pdf = this.#pdf;
    const { start, count } = pdf.bufferedPageRange();
    for (let index = start; index < start + count; index += 1) {
      pdf.switchToPage(index);
      // Text below the margin would begin a new page.
      pdf.page.margins.bottom = 0;
      const top = pdf.page.height - margin - footHeight + 14;
      pdf.font('Helvetica').fontSize(7.5).fillColor(second);
      pdf.text(toPrintable(foot.text), margin, top, { width: this.#width - 70 });
      const place = toPrintable(foot.page(index - start + 1, count));
      pdf.text(place, margin, top, { width: this.#width, align: 'right' });
    }
    pdf.end();
  }

  /** Begins a page when the next part does not fit on this one. */
  #keepTogether(height: number): boolean {
    const pdf = this.#pdf;
    if (pdf.y + height <= pdf.page.height - pdf.page.margins.bottom) return false;
    pdf.addPage();
    return true;
  }
}

const looks = {
  title: { size: 18, font: 'Helvetica-Bold', colour: ink, before: 2 },
  heading: { size: 11.5, font: 'Helvetica-Bold', colour: ink, before: 16 },
  strong: { size: 10, font: 'Helvetica-Bold', colour: ink, before: 4 },
  body: { size: 10, font: 'Helvetica', colour: ink, before: 4 },
  small: { size: 8.5, font: 'Helvetica', colour: second, before: 3 },
} as const;
