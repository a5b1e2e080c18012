/** The arrays of an element index, grown as they fill. */
export class ElementBuffers {
  start = new Uint32Array();
  contentStart = new Uint32Array();
  contentEnd = new Uint32Array();
  depth = new Uint16Array();
  parent = new Uint32Array();
  after = new Uint32Array();
  name = new Uint16Array();

  /** Makes room for a number of elements and keeps the content. */
  prepare(elements: number): void {
    if (this.start.length >= elements) return;
    this.start = enlarged32(this.start, elements);
    this.contentStart = enlarged32(this.contentStart, elements);
    this.contentEnd = enlarged32(this.contentEnd, elements);
    this.depth = enlarged16(this.depth, elements);
    this.parent = enlarged32(this.parent, elements);
    this.after = enlarged32(this.after, elements);
    this.name = enlarged16(this.name, elements);
  }
}

function enlarged32(array: Uint32Array, room: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(room);
  larger.set(array);
  return larger;
}

function enlarged16(array: Uint16Array, room: number): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(room);
  larger.set(array);
  return larger;
}
