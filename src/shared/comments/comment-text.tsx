import { Fragment, memo, type ReactNode } from 'react';
import { noTranslate } from '../ui/no-translate.ts';
import classes from './comments.module.css';
import { type CommentPiece, parseComment } from './parse-comment.ts';

interface CommentTextProps {
  text: string;
  /** The names of the people whom it mentions. */
  names: readonly string[];
}

/** The text of a comment, of which nothing is ever read as HTML. */
export const CommentText = memo(function CommentText({ text, names }: CommentTextProps) {
  return <div {...noTranslate(classes.text)}>{parseComment(text, names).map(toNode)}</div>;
});

function toNode(piece: CommentPiece, index: number): ReactNode {
  switch (piece.kind) {
    case 'link':
      return (
        <a key={index} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
          {piece.text}
        </a>
      );
    case 'bold':
      return <strong key={index}>{piece.pieces.map(toNode)}</strong>;
    case 'code':
      return <code key={index}>{piece.text}</code>;
    case 'mention':
      return (
        <span key={index} className={classes.mention}>
          {piece.text}
        </span>
      );
    default:
      return <Fragment key={index}>{piece.text}</Fragment>;
  }
}
