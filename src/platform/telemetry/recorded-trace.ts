import type { Attributes, SpanContext, SpanKind } from '@opentelemetry/api';

/** What a span is about. Neither its name nor its attributes contain values of callers. */
export interface SpanFacts {
  name: string;
  kind?: SpanKind;
  attributes?: Attributes;
}

/** Random hexadecimal digits, eight for each word; never all zero, which would be no id. */
function newId(words: number): string {
  let id = '';
  for (let word = 0; word < words; word += 1)
    id += Math.ceil(Math.random() * 0xffffffff)
      .toString(16)
      .padStart(8, '0');
  return id;
}

/** A new trace id. */
export const newTraceId = (): string => newId(4);

/** Spans that are kept until the trace ends. A longer trace is sent in parts. */
const mostKept = 500;

/** A trace that is recorded. Its spans are sent together once the first of them has ended. */
export class RecordedTrace {
  private spans: RecordedSpan[] = [];
  private hasEnded = false;

  /**
   * @param parent the span of the sender, if the trace is theirs
   * @param links the spans that caused the first one
   */
  constructor(
    readonly id: string,
    readonly parent: SpanContext | undefined,
    readonly links: readonly SpanContext[],
    private readonly send: (spans: readonly RecordedSpan[]) => void,
  ) {}

  /** Takes a span that has ended. The ones of work that outlives the first span are sent one by one. */
  take(span: RecordedSpan): void {
    this.spans.push(span);
    this.hasEnded ||= span.parent === undefined;
    if (!this.hasEnded && this.spans.length < mostKept) return;
    const { spans } = this;
    this.spans = [];
    this.send(spans);
  }
}

/** A span of a recorded trace. Becomes one of OpenTelemetry when it is sent, which most of the work is left to. */
export class RecordedSpan {
  name: string;
  readonly kind: SpanKind | undefined;
  readonly attributes: Attributes;
  /** Milliseconds of `performance.now()`. */
  ended: number | undefined;
  /** The code or class of the error that it ended with. */
  failure: string | undefined;
  private ownId: string | undefined;
  private isPassedOver = false;

  constructor(
    readonly trace: RecordedTrace,
    readonly parent: RecordedSpan | undefined,
    { name, kind, attributes = {} }: SpanFacts,
    readonly begun: number,
    /** Whether it is dropped if it turns out to be short. */
    private readonly mayBePassedOver = false,
  ) {
    this.name = name;
    this.kind = kind;
    this.attributes = attributes;
  }

  /** Its id, which it gets when somebody asks for it. */
  get id(): string {
    return (this.ownId ??= newId(2));
  }

  end(at: number): void {
    this.ended = at;
    this.trace.take(this);
  }

  /** Whether what was sent may name it. */
  get isKnown(): boolean {
    return this.ownId !== undefined;
  }

  /** Ends it without sending it. What is below it belongs to its parent. */
  passOver(at: number): void {
    this.ended = at;
    this.isPassedOver = true;
  }

  /** The nearest span from here upwards that has not ended. */
  get open(): RecordedSpan | undefined {
    return this.ended === undefined ? this : this.parent?.open;
  }

  /** The nearest span from here upwards that is sent in any case. */
  get certain(): RecordedSpan | undefined {
    return this.mayBePassedOver ? this.parent?.certain : this;
  }

  /** The parent as it is sent. */
  get sentParent(): RecordedSpan | undefined {
    let { parent } = this;
    while (parent?.isPassedOver) ({ parent } = parent);
    return parent;
  }
}
