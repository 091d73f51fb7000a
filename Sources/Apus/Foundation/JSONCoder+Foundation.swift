internal import ApusBytes
public import ApusSerialization
internal import FoundationEssentials

extension JSONCoder {
  /// A coder that knows `Date`, `Data` and `URL`: the strategies for dates and bytes are theirs
  /// too, and a URL is its text.
  ///
  /// Any other coder leaves them to themselves: a `Date` is then a number of seconds since 2001.
  public static var foundation: JSONCoder {
    var coder = JSONCoder()
    coder.conversions = [
      .moment(Date.self, from: { Date($0) }, to: { JSONMoment($0) }),
      .bytes(Data.self, from: { Data($0) }, to: { Array($0) }),
      JSONConversion(URL.self) { decoder in
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let url = URL(string: text) else {
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "no URL: \(ForeignText.escaped(text.utf8))")
        }
        return url
      } writing: { url, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(url.absoluteString)
      },
    ]
    return coder
  }
}
