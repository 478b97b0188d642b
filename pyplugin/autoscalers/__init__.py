"""What autoscalers are told, as plain functions on plain data: one folder per autoscaler."""
