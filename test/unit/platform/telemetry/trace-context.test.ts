import { formatTraceParent, parseTraceParent } from '../../../../src/platform/telemetry/trace-context';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

describe('a traceparent', () => {
  it('names a span, and whether its trace is recorded', () => {
    const parsed = parseTraceParent(`00-${traceId}-${spanId}-01`, 'vendor=value');
    expect(parsed).toMatchObject({ traceId, spanId, traceFlags: 1, isRemote: true });
    expect(parsed?.traceState?.get('vendor')).toBe('value');
    expect(parseTraceParent(`00-${traceId}-${spanId}-00`)).toMatchObject({ traceFlags: 0 });
  });

  it('of a later version may have more parts', () => {
    expect(parseTraceParent(`01-${traceId}-${spanId}-01-more`)).toMatchObject({ traceId });
  });

  it('is written as it is read', () => {
    const text = `00-${traceId}-${spanId}-01`;
    const parsed = parseTraceParent(text);
    expect(parsed && formatTraceParent(parsed.traceId, parsed.spanId)).toBe(text);
  });

  it.each([
    [undefined],
    [[`00-${traceId}-${spanId}-01`]],
    [''],
    [`ff-${traceId}-${spanId}-01`],
    [`00-${traceId}-${spanId}-01-more`],
    [`00-${'0'.repeat(32)}-${spanId}-01`],
    [`00-${traceId}-${'0'.repeat(16)}-01`],
    [`00-${traceId.toUpperCase()}-${spanId}-01`],
    [`00-${traceId}-${spanId}`],
  ])('that is malformed is ignored: %p', (text) => {
    expect(parseTraceParent(text)).toBeUndefined();
  });
});
