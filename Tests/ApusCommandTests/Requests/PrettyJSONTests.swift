import ApusHTTP
import ApusNet
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// JSON is formatted for people, but not for programs.
@Suite(.ownThread) struct PrettyJSONTests {
  private static let text = #"{"b":[1.50,{}, [ ],"x\"],{"],"a":null,"a":true,"e":{"f":"g:h"}}"#
  private static let laidOut = """
    {
      "b": [
        1.50,
        {},
        [],
        "x\\"],{"
      ],
      "a": null,
      "a": true,
      "e": {
        "f": "g:h"
      }
    }
    """

  private static func pretty(_ text: String, inColour isColoured: Bool = false) -> String? {
    var json = PrettyJSON(isColoured: isColoured)
    _ = json.add(Array(text.utf8))
    return json.text
  }

  @Test func `JSON formatting does not change any token or the order of tokens`() throws {
    #expect(Self.pretty(Self.text) == Self.laidOut)
    #expect(Self.pretty(Self.laidOut) == Self.laidOut)
    #expect(Self.pretty(" 1e400 ") == "1e400")
    #expect(Self.pretty("[]") == "[]" && Self.pretty("\"\\u001b\"") == "\"\\u001b\"")
    #expect(Self.pretty("\"\u{0}\"") == nil)
    for text in ["", "{", "{a}", "[1,]", "nothing"] { #expect(Self.pretty(text) == nil, "\(text)") }
  }

  @Test func `formatted JSON has coloured names and values and escaped control characters`() {
    let text = Self.pretty(#"{"a":"b\#u{202e}","c":1}"#, inColour: true) ?? ""
    #expect(text.contains("\u{1b}[36m\"a\"\u{1b}[0m: \u{1b}[32m\"b\\u{202e}\"\u{1b}[0m"))
    #expect(text.contains("\u{1b}[1m1\u{1b}[0m"))
  }

  @Test func `JSON above the size limit is printed without formatting`() {
    var json = PrettyJSON(isColoured: false)
    let piece = [UInt8](repeating: 0x20, count: PrettyJSON.byteLimit)
    #expect(json.add(piece) == nil)
    #expect(json.add([0x31]) == piece + [0x31])
  }

  @Test func `JSON is formatted on a terminal and unchanged in a pipe`() async throws {
    let body = Array(Self.text.utf8)
    try await TrialServer.run(nil) { _ in
      let type: HTTP.Fields = ["Content-Type": "application/problem+json; charset=utf-8"]
      return .response(HTTP.Response(200, headers: type, body: body))
    } _: { server in
      #expect(await Trial("get", server.url).bytes == body)
      let plain = await Trial(
        ["get", server.url], isTerminal: true, environment: ["NO_COLOR": "1"])
      #expect(plain.output == Self.laidOut + "\n")
      let coloured = await Trial(["get", server.url], isTerminal: true)
      #expect(coloured.output.contains("\u{1b}[36m\"b\"\u{1b}[0m: ["))
      #expect(await Trial("get", server.url, "--color=always").output == coloured.output)
      let never = await Trial(["get", server.url, "--color=never"], isTerminal: true)
      #expect(never.output == Self.text + "\n")
    }
    try await TrialServer.run(nil) { _ in
      let type: HTTP.Fields = ["Content-Type": "application/json"]
      return .response(HTTP.Response(200, headers: type, body: Array("{broken\u{1b}".utf8)))
    } _: { server in
      #expect(await Trial(["get", server.url], isTerminal: true).output == "{broken\\x1b\n")
    }
  }
}
