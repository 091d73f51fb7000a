import ApusSerialization
import Testing

/// Parameters, their style, and the expected bytes.
struct ParameterCase: Sendable, CustomTestStringConvertible {
  let row: String
  let parameters: RequestParameters
  let style: RequestParameters.Style
  let text: String

  init(
    _ row: String, _ parameters: RequestParameters, _ text: String,
    _ change: (inout RequestParameters.Style) -> Void = { _ in }
  ) {
    self.row = row
    self.parameters = parameters
    self.text = text
    var style = RequestParameters.Style()
    change(&style)
    self.style = style
  }

  var testDescription: String { "\(row) \(text)" }
}
