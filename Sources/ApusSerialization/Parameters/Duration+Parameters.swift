internal import ApusHTTP

extension Duration: ParameterConvertible {
  /// The duration as a number of seconds, exact to its last digit: 3 or 0.25.
  public var parameterValue: ParameterValue { .number(JSONNumber(spelled: decimalSeconds)) }
}
