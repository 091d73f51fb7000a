import ApusSerialization
import Testing

/// RFC 8259 section 3.
struct JSONValueTests {
  let value: JSON.Value = [
    "users": [["name": "Ada", "age": 36, "score": 1.5, "active": true, "mail": nil]]
  ]

  @Test func `chained subscripts with names and indices return the nested JSON value`() {
    let user = value["users"]?[0]
    #expect(user?["name"]?.string == "Ada")
    #expect(user?["age"]?.int == 36)
    #expect(user?["age"]?.double == 36)
    #expect(user?["score"]?.double == 1.5)
    #expect(user?["score"]?.int == nil)
    #expect(user?["score"]?.number == JSON.Number(1.5))
    #expect(user?["active"]?.bool == true)
    #expect(user?["mail"]?.isNull == true)
    #expect(value["users"]?.array?.count == 1)
    #expect(user?.object?.keys == ["name", "age", "score", "active", "mail"])
  }

  @Test func `a subscript with a missing name or an invalid index returns nil`() {
    #expect(value["nobody"] == nil)
    #expect(value[0] == nil)
    #expect(value["users"]?[1] == nil)
    #expect(value["users"]?[-1] == nil)
    #expect(value["users"]?["name"] == nil)
    #expect(value.string == nil && value.int == nil && value.double == nil && value.bool == nil)
    #expect(value.array == nil && value.number == nil && !value.isNull)
    #expect(JSON.Value.null.object == nil)
  }

  @Test func `two JSON values of different types are never equal`() {
    let kinds: [JSON.Value] = [nil, false, 0, "", [], [:], true, 1, "a", [nil], ["a": nil]]
    for (place, left) in kinds.enumerated() {
      for (other, right) in kinds.enumerated() { #expect((left == right) == (place == other)) }
    }
    #expect(Set(kinds).count == kinds.count)
    #expect(Set(kinds + kinds).count == kinds.count)
  }
}
