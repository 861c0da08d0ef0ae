import type { LanguageModelV4 } from '@ai-sdk/provider';

/** A model for the page's tests and screenshots; what it does follows from words in the question. */
export declare function testModel(options?: { tokenMilliseconds?: number }): LanguageModelV4;
