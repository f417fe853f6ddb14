import { messages } from '../../client/i18n.ts';
import de from './messages/de.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };

export const words = messages({ en, de });
