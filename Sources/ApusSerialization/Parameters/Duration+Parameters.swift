internal import ApusHTTP

extension Duration: RequestParameters.Convertible {
  /// The duration as an exact decimal number of seconds, such as 3 or 0.25.
  public var parameterValue: RequestParameters.Value {
    .number(JSON.Number(spelled: decimalSeconds))
  }
}
