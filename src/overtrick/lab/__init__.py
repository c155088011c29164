"""The rules laboratory: many events worked out again, under the rules in force and under a proposal."""
