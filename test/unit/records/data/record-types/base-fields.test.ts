import timezoneNames from '../../../../../src/platform/validation/values/timezone-names.json';
import { contentOf, food, problemsOf } from './prepared';

describe('the id of a record', () => {
  it.each([
    ['0123456789abcdefghijklmnopqrstuv'],
    ['upid_0123456789ab'],
    ['upid_0123456789abcdef0123456789abcdef'],
  ])('can be %s', (id) => {
    expect(contentOf({ ...food, id }).id).toBe(id);
  });

  it.each([
    ['0123456789ABCDEF0123456789ABCDEF'],
    ['0123456789abcdef'],
    ['upid_0123456789abc'],
    ['upid_zzzzzzzzzzzz'],
    ['x0123456789abcdefghijklmnopqrstuv'],
    ['0123456789abcdefghijklmnopqrstuvx'],
    ['upid_0123456789ab0'],
    ['upid_0123456789abcdef0123456789abcdef0'],
  ])('cannot be %s', (id) => {
    expect(problemsOf({ ...food, id })).toEqual(['value-not-valid at /0/id']);
  });

  it('cannot be empty', () => {
    expect(problemsOf({ ...food, id: '' })).toEqual(['value-empty at /0/id']);
  });
});

describe('free objects of a record', () => {
  it.each([[{ a: 1, b: Infinity }], [{ a: [1, { b: -Infinity }], c: 1 }], [{ a: { b: [Infinity, 1] } }]])(
    'cannot contain numbers that are too large, such as %j',
    (payload) => {
      expect(problemsOf({ ...food, payload })).toEqual(['value-out-of-range at /0/payload']);
    },
  );

  it('lose members that are null', () => {
    const payload = { a: null, b: { c: null, d: 1 }, e: [null, 2] };
    const { a: _a, ...kept } = payload;
    expect(contentOf({ ...food, payload }).payload).toEqual(kept);
  });
});

describe('a time zone', () => {
  it.each([
    ['US/Pacific'],
    ['Etc/GMT+8'],
    ['EST5EDT'],
    ['America/Argentina/Buenos_Aires'],
    ['Asia/Calcutta'],
    ['UTC'],
  ])('can be %s', (timezone) => {
    expect(problemsOf({ ...food, timezone })).toEqual([]);
  });

  it.each([['us/pacific'], ['+05:00'], ['Europe/Atlantis'], ['PST'], ['posix/UTC'], ['constructor']])(
    'cannot be %s',
    (timezone) => {
      expect(problemsOf({ ...food, timezone })).toEqual(['value-not-valid at /0/timezone']);
    },
  );

  it('cannot be empty', () => {
    expect(problemsOf({ ...food, timezone: '' })).toEqual(['value-empty at /0/timezone']);
  });

  it('must be supported by the runtime', () => {
    for (const timeZone of timezoneNames)
      expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  });
});

describe('the origin of a record', () => {
  it('may be empty', () => {
    expect(contentOf({ ...food, origin: {} }).origin).toEqual({});
  });

  it('keeps its time as sent', () => {
    const time = '2024-05-06T07:08:09.123456789+02:00';
    expect(contentOf({ ...food, origin: { time } }).origin).toEqual({ time });
    expect(problemsOf({ ...food, origin: { time: '' } })).toEqual(['value-not-valid at /0/origin/time']);
    expect(problemsOf({ ...food, origin: { time: '0001-01-01T00:00:00Z' } })).toEqual([
      'value-empty at /0/origin/time',
    ]);
  });
});

describe('the notes and tags of a record', () => {
  it('may be an empty list of notes, which is not stored, but not one of tags', () => {
    expect(contentOf({ ...food, notes: [] })).not.toHaveProperty('notes');
    expect(problemsOf({ ...food, tags: [] })).toEqual(['value-empty at /0/tags']);
  });

  it('keep notes unchanged, and sort tags by code point', () => {
    expect(contentOf({ ...food, notes: ['b', 'a', 'b'] }).notes).toEqual(['b', 'a', 'b']);
    const tags = ['\u{1F34E}', 'b', '\uFF5A', 'Z', 'a', 'ä', 'ab'];
    expect(contentOf({ ...food, tags }).tags).toEqual(['Z', 'a', 'ab', 'b', 'ä', '\uFF5A', '\u{1F34E}']);
  });

  it('report every invalid item', () => {
    expect(problemsOf({ ...food, tags: ['a', '', 'a', null, 'x'.repeat(101)] })).toEqual([
      'value-empty at /0/tags/1',
      'value-empty at /0/tags/3',
      'length-out-of-range at /0/tags/4',
      'value-duplicate at /0/tags/2',
      'value-duplicate at /0/tags/3',
    ]);
    expect(problemsOf({ ...food, notes: ['a', 5, {}] })).toEqual([
      'type-not-string at /0/notes/1',
      'type-not-string at /0/notes/2',
    ]);
    expect(problemsOf({ ...food, notes: ['x'.repeat(1000), 'x'.repeat(1001)] })).toEqual([
      'length-out-of-range at /0/notes/1',
    ]);
  });
});

describe('the annotations of a record', () => {
  it('may be an empty list, which is not stored', () => {
    expect(contentOf({ ...food, annotations: [] })).not.toHaveProperty('annotations');
  });

  it('are unique, whatever the order of their properties', () => {
    const annotations = [{ code: 'a', more: { x: [1, 2], y: null } }, { code: 'b' }];
    expect(contentOf({ ...food, annotations }).annotations).toEqual(annotations);
    const again = { more: { y: null, x: [1, 2] }, code: 'a', gone: null };
    expect(problemsOf({ ...food, annotations: [...annotations, again] })).toEqual([
      'value-duplicate at /0/annotations/2',
    ]);
    expect(problemsOf({ ...food, annotations: [{ a: [1, 2] }, { a: [2, 1] }, { a: { 0: 1 } }] })).toEqual([]);
  });

  it('report every invalid item', () => {
    expect(problemsOf({ ...food, annotations: [{}, null, { code: 'x'.repeat(4096) }] })).toEqual([
      'value-empty at /0/annotations/0',
      'value-not-exists at /0/annotations/1',
      'size-out-of-range at /0/annotations/2',
    ]);
    expect(problemsOf({ ...food, annotations: [[], 'x'] })).toEqual([
      'type-not-object at /0/annotations/0',
      'type-not-object at /0/annotations/1',
    ]);
  });
});

describe('the payload of a record', () => {
  it('is stored unchanged, except for null properties', () => {
    const payload = { a: 1, b: { c: null, d: [null, true] }, e: null, '<&>': 'ü' };
    expect(contentOf({ ...food, payload }).payload).toEqual({
      a: 1,
      b: { c: null, d: [null, true] },
      '<&>': 'ü',
    });
  });

  it('counts bytes, not characters', () => {
    expect(problemsOf({ ...food, payload: { a: 'ü'.repeat(2044) } })).toEqual([]);
    expect(problemsOf({ ...food, payload: { a: 'ü'.repeat(2045) } })).toEqual([
      'size-out-of-range at /0/payload',
    ]);
    expect(problemsOf({ ...food, payload: { a: '<'.repeat(4088) } })).toEqual([]);
  });
});

describe('the location of a record', () => {
  const latitude = { units: 'degrees', value: 47 };
  const longitude = { units: 'degrees', value: 8 };

  it('is a name, a position, or both', () => {
    expect(problemsOf({ ...food, location: {} })).toEqual(['values-not-exist-for-any at /0/location']);
    expect(problemsOf({ ...food, location: { name: 'Home' } })).toEqual([]);
    expect(problemsOf({ ...food, location: { gps: { latitude, longitude } } })).toEqual([]);
    expect(problemsOf({ ...food, location: { gps: { latitude } } })).toEqual([
      'value-not-exists at /0/location/gps/longitude',
    ]);
  });
});

describe('an association of a record', () => {
  const id = '0123456789abcdefghijklmnopqrstuv';
  const url = 'https://example.org/';

  it.each([
    [{ type: 'blob', id }, []],
    [{ type: 'datum', id, reason: 'why' }, []],
    [{ type: 'url', url }, []],
    [
      { type: 'image', url },
      ['value-not-exists at /0/associations/0/id', 'value-exists at /0/associations/0/url'],
    ],
    [
      { type: 'url', id },
      ['value-exists at /0/associations/0/id', 'value-not-exists at /0/associations/0/url'],
    ],
    [{ type: 'other', id: 'no id', url: 'no url' }, ['value-not-allowed at /0/associations/0/type']],
    [{ id: 'no id' }, ['value-not-exists at /0/associations/0/type']],
    [{ type: 'url', url: '' }, ['value-empty at /0/associations/0/url']],
    [null, ['value-not-exists at /0/associations/0']],
  ])('%j results in %j', (association, problems) => {
    expect(problemsOf({ ...food, associations: [association] })).toEqual(problems);
  });

  it.each([['http://a'], ['ftp://user@example.org:21/x'], [`https://example.org/${'x'.repeat(2027)}`]])(
    'can have the URL %s',
    (address) => {
      expect(problemsOf({ ...food, associations: [{ type: 'url', url: address }] })).toEqual([]);
    },
  );

  it.each([
    ['example.org'],
    ['/a/b'],
    ['http:example.org'],
    ['http:///a'],
    ['mailto:a@example.org'],
    ['http://'],
    ['http://[::1'],
    ['file://C:/x'],
    [`https://example.org/${'x'.repeat(2028)}`],
    [`https://example.org/${'é'.repeat(1014)}`],
  ])('cannot have the URL %s', (address) => {
    const associations = [{ type: 'url', url: address }];
    expect(problemsOf({ ...food, associations })).toEqual(['value-not-valid at /0/associations/0/url']);
  });
});

describe('the history of a record', () => {
  it('is stored, with its times in UTC', () => {
    const changes = [{ op: 'replace', path: '/a', value: null }, 'x', 5];
    const history = [{ time: '2024-05-06T09:08:09+02:00', changes, unknown: 1 }];
    expect(contentOf({ ...food, history }).history).toEqual([{ time: '2024-05-06T07:08:09.000Z', changes }]);
    expect(problemsOf({ ...food, history: [{ changes: [null] }] })).toEqual([
      'value-not-exists at /0/history/0/time',
      'value-not-exists at /0/history/0/changes/0',
    ]);
  });
});
