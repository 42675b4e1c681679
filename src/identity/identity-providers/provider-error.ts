/** Why a provider could not identify a person. */
export class ProviderError extends Error {
  constructor(
    /** `unreachable`: no response, or an invalid one; `refused`: the provider, or a check, denied it. */
    readonly reason: 'unreachable' | 'refused',
    cause?: unknown,
  ) {
    super(`The identity provider ${reason === 'refused' ? 'did not confirm the person' : 'did not answer'}`, {
      cause,
    });
    this.name = 'ProviderError';
  }
}
