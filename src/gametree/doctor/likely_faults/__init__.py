"""Warnings about what is likely a fault, without proof."""
