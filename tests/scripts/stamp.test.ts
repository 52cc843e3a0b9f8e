import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listFiles, readStamp } from '../../scripts/building/stamp.mjs';

let root: string;
const look = () => readStamp(root, join(root, 'dist/.stamps/console'), ['src', 'package-lock.json', 'not-there']);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'stamp-'));
  mkdirSync(join(root, 'src/app'), { recursive: true });
  mkdirSync(join(root, 'src/node_modules/left-out'), { recursive: true });
  writeFileSync(join(root, 'src/app/a.ts'), 'one');
  writeFileSync(join(root, 'src/b.ts'), 'two');
  writeFileSync(join(root, 'src/node_modules/left-out/c.js'), 'three');
  writeFileSync(join(root, 'package-lock.json'), '{}');
});
afterEach(() => rmSync(root, { recursive: true }));

test('the files of an input are all those in it except packages', () => {
  expect(listFiles(root, ['src', 'package-lock.json', 'not-there'])).toEqual([
    'package-lock.json',
    'src/app/a.ts',
    'src/b.ts',
  ]);
});

describe('a stamp', () => {
  test('is stale until it is set, and then fresh', () => {
    const stamp = look();
    expect(stamp.stale).toBe(true);
    stamp.set();
    expect(look().stale).toBe(false);
  });

  test('is stale after a change, even one that keeps the size', () => {
    look().set();
    writeFileSync(join(root, 'src/b.ts'), 'too');
    utimesSync(join(root, 'src/b.ts'), 1, 1);
    expect(look().stale).toBe(true);
  });

  test('is stale after a file was added, renamed or removed', () => {
    look().set();
    writeFileSync(join(root, 'src/new.ts'), 'two');
    expect(look().stale).toBe(true);
    rmSync(join(root, 'src/b.ts'));
    expect(look().stale).toBe(true);
    rmSync(join(root, 'src/new.ts'));
    expect(look().stale).toBe(true);
  });

  test('stays fresh if only the time differs, and stores the new time', () => {
    look().set();
    utimesSync(join(root, 'src/b.ts'), 1000, 1000);
    expect(look().stale).toBe(false);
    expect(JSON.parse(readFileSync(join(root, 'dist/.stamps/console'), 'utf8'))['src/b.ts'].time).toBe(1_000_000);
  });

  test('is stale once cleared, and if it is unreadable', () => {
    look().set();
    look().clear();
    expect(look().stale).toBe(true);
    look().set();
    writeFileSync(join(root, 'dist/.stamps/console'), '{"src/b.ts":');
    expect(look().stale).toBe(true);
  });

  test('describes the state that was read, so that a change during the build is detected', () => {
    const stamp = look();
    writeFileSync(join(root, 'src/b.ts'), 'changed meanwhile');
    stamp.set();
    expect(look().stale).toBe(true);
  });

  test('is stale if another input of the result has changed', () => {
    const named = (name: string) => readStamp(root, join(root, 'dist/.stamps/console'), ['src'], name);
    named('release 1').set();
    expect(named('release 1').stale).toBe(false);
    expect(named('release 2').stale).toBe(true);
  });
});
