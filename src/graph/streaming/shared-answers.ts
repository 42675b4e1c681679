import { getOccasion, type StreamItem } from '../../platform/events/event-stream';
import { Audience } from '../../request/audience';
import { onceATurn } from '../../request/this-turn';
import type { RequestContext } from '../../request/request-context';
import type { PreparedOperation } from './prepare-operation';

/** A result that several streams wait for. */
interface SharedAnswer {
  answer: Promise<unknown>;
  audience: Audience;
}

const answersOfThisTurn = onceATurn(() => new Map<object, Map<string, SharedAnswer>>());

/**
 * Shares results between streams for which they cannot differ: the same event, processed in the same turn of the
 * event loop, for the same token and the same operation with the same variables. A dashboard open in many windows
 * then costs one result. Token and rule are still checked for each event, and never on behalf of another token.
 */
export class SharedAnswers {
  private readonly key: string;

  constructor({ caller }: RequestContext, { document, operationName, variables }: PreparedOperation) {
    this.key = JSON.stringify([caller, document.loc?.source.body, operationName, variables]);
  }

  /**
   * The result of `answer`, or of the same call for another stream.
   *
   * @param leaving aborted when the stream has ended
   * @param answer its signal is aborted when all streams that wait for it have ended
   */
  get<Answer>(
    item: StreamItem,
    leaving: AbortSignal,
    answer: (leaving: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const answers = answersOfThisTurn();
    const occasion = getOccasion(item);
    let ofItem = answers.get(occasion);
    if (!ofItem) answers.set(occasion, (ofItem = new Map<string, SharedAnswer>()));
    let shared = ofItem.get(this.key);
    if (!shared) {
      const audience = new Audience();
      ofItem.set(this.key, (shared = { audience, answer: answer(audience.signal) }));
    }
    return shared.audience.await(shared.answer as Promise<Answer>, leaving);
  }
}
