internal import ApusHTTP

extension Duration: RequestParameters.Convertible {
  /// The duration as a number of seconds, exact to its last digit: 3 or 0.25.
  public var parameterValue: RequestParameters.Value {
    .number(JSON.Number(spelled: decimalSeconds))
  }
}
