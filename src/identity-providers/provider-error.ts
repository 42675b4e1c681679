/** Why a provider could not say who somebody is. */
export class ProviderError extends Error {
  constructor(
    /** `unreachable`: no answer, or none that makes sense; `refused`: the provider, or a check, said no. */
    readonly reason: 'unreachable' | 'refused',
    cause?: unknown,
  ) {
    super(`The identity provider ${reason === 'refused' ? 'did not confirm the person' : 'did not answer'}`, {
      cause,
    });
    this.name = 'ProviderError';
  }
}
