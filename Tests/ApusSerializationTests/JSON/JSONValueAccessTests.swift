import Testing

@testable import ApusSerialization

/// Values taken apart, changed, and made of other types.
struct JSONValueAccessTests {
  @Test func `members and elements of a JSON value are set, added and removed by subscripts`() {
    var value: JSON.Value = ["users": [["name": "a"], ["name": "b"]], "count": 2]
    value["users"]?[0]?["name"] = "Ada"
    value["users"]?[1] = nil
    value["count"] = 1
    value["more"] = [1, 2]
    value["more"]?[5] = 3
    value["gone"] = nil
    #expect(value == ["users": [["name": "Ada"]], "count": 1, "more": [1, 2]])
    value["more"] = nil
    #expect(value.object?.keys == ["users", "count"])
  }

  @Test func `setting a member of null creates an object, and other values do not change`() {
    var value: JSON.Value = nil
    value["a"] = nil
    #expect(value.isNull)
    value["a"] = 1
    #expect(value == ["a": 1])
    var text: JSON.Value = "x"
    text["a"] = 1
    text[0] = 1
    #expect(text == "x")
  }

  @Test func `removing nulls affects arrays and objects at any depth but keeps a single null`() {
    let value: JSON.Value = ["a": nil, "b": [1, nil, ["c": nil, "d": [nil]]], "e": ["f": nil]]
    #expect(value.removingNulls() == ["b": [1, ["d": []]], "e": [:]])
    #expect(JSON.Value.null.removingNulls() == .null)
    #expect(JSON.Value.array([nil]).removingNulls() == [])
  }

  @Test func `a 30-digit integer is exact, and the last duplicate name is used`()
    throws
  {
    let value = try JSON.Value(parsing: #"{"a": 1, "a": 123456789012345678901234567890}"#)
    #expect(value["a"]?.number?.description == "123456789012345678901234567890")
    #expect(JSON.ReadingOptions().depthLimit == 512)
  }

  @Test func `any JSON value can be a property of a Codable type without loss of digits`() throws {
    struct Envelope: Codable, Equatable { var id: Int, payload: JSON.Value, rest: [JSON.Value] }
    let text = #"{"id":1,"payload":{"x":[1,2.5,null,1e400],"y":"z"},"rest":[true,[],{}]}"#
    let coder = JSONCoder()
    let envelope = try coder.decode(Envelope.self, from: text)
    #expect(try String(decoding: coder.encode(envelope), as: UTF8.self) == text)
    #expect(envelope.payload["y"] == "z")
  }

  @Test func `a duplicate name in a large object has the position of its first occurrence`() throws
  {
    let members = (0..<60).map { #""k\#($0 % 25)":\#($0)"# }.joined(separator: ",")
    var options = JSON.ReadingOptions()
    let last = try JSON.Value(parsing: "{\(members)}", options)
    #expect(last.object?.keys == (0..<25).map { "k\($0)" })
    #expect(last["k3"] == 53 && last["k24"] == 49)
    options.duplicateKeys = .useFirst
    #expect(try JSON.Value(parsing: "{\(members)}", options)["k3"] == 3)
    options.duplicateKeys = .refuse
    #expect(throws: JSON.ParsingError.self) { try JSON.Value(parsing: "{\(members)}", options) }
    struct One: Decodable { var k3: Int }
    #expect(try JSONCoder().decode(One.self, from: "{\(members)}").k3 == 53)
  }
}
