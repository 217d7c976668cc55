// Frames on the pipes to and from the Python side: kind (one letter), length (4 bytes, low first),
// content. `frames.py` is the other end and says what each kind means.
const HEAD = 5;

export function frame(kind, content) {
  const body = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content ?? []);
  const head = Buffer.alloc(HEAD);
  head.write(kind, 0, 'latin1');
  head.writeUInt32LE(body.length, 1);
  return Buffer.concat([head, body]);
}

export const json = (kind, value) => frame(kind, JSON.stringify(value));

// Cuts a stream of bytes into frames.
export class FrameReader {
  constructor(onFrame) {
    this.onFrame = onFrame;
    this.rest = Buffer.alloc(0);
  }

  feed(bytes) {
    this.rest = Buffer.concat([this.rest, bytes]);
    while (this.rest.length >= HEAD) {
      const end = HEAD + this.rest.readUInt32LE(1);
      if (this.rest.length < end) return;
      const kind = this.rest.toString('latin1', 0, 1);
      const content = this.rest.subarray(HEAD, end);
      this.rest = this.rest.subarray(end);
      this.onFrame(kind, content);
    }
  }
}
