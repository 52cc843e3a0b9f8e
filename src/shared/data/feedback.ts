import type { Input } from '@quartermaster/contract/endpoint.ts';
import { feedback } from '@quartermaster/contract/feedback.ts';
import { useMutation } from '@tanstack/react-query';
import { useRequest } from '../http/request.ts';

/** Sends what somebody says of the product; the form shows a failure itself. */
export function useSendFeedback() {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: Input<typeof feedback.send>['body']) => request(feedback.send, { body }),
    meta: { title: 'Send feedback', success: 'Thank you for your feedback', quiet: true },
  });
}
