// Frames on the pipes to the Python side.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FrameReader, frame, json } from '../../tools/check/emulate/frames.mjs';

test('frames are cut from a stream that comes in any pieces', () => {
  const found = [];
  const reader = new FrameReader((kind, content) => found.push([kind, content.toString()]));
  const raw = Buffer.concat([frame('u', [97, 98]), frame('h'), json('i', { a: 1 })]);
  for (const byte of raw) reader.feed(Buffer.of(byte));
  reader.feed(raw);
  const once = [['u', 'ab'], ['h', ''], ['i', '{"a":1}']];
  assert.deepEqual(found, [...once, ...once]);
});
