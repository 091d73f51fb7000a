import TestSupport
import Testing

@testable import ApusSerialization

/// A suite of 149 files that other JSON readers are held to as well. RFC 8259 section 2.
@Suite(.enabled(if: Corpus("json").isExpected, "the JSON corpus is not here"))
struct JSONCorpusTests {
  let corpus = Corpus("json")

  @Test func `every valid file of the JSON test suite is accepted`() throws {
    let names = try names(startingWith: "y_")
    #expect(names.count == 51)
    for name in names { #expect(throws: Never.self, "\(name)") { try read(name) } }
  }

  @Test func `every invalid file of the JSON test suite is rejected`() throws {
    let names = try names(startingWith: "n_")
    #expect(names.count == 84)
    for name in names { #expect(throws: JSON.ParsingError.self, "\(name)") { try read(name) } }
  }

  /// The RFC leaves these open: text that is not UTF-8 or has half a surrogate pair is rejected,
  /// numbers of any size are kept unchanged, and a byte order mark is skipped.
  @Test func `each implementation-defined file of the JSON test suite is treated as listed`() throws
  {
    let accepted = [
      "i_number_pos_double_huge_exp.json", "i_number_real_pos_overflow.json",
      "i_number_too_big_neg_int.json", "i_structure_500_nested_arrays.json",
      "i_structure_UTF-8_BOM_empty_object.json",
    ]
    let names = try names(startingWith: "i_")
    #expect(names.count == 14)
    #expect(names.filter { (try? read($0)) != nil } == accepted)
  }

  @Test func `large numbers and NUL characters of the JSON test suite are read unchanged`() throws {
    let expected: [String: JSON.Value] = [
      "number_-9223372036854775809.json": [.number(JSON.Number(Int128(Int64.min) - 1))],
      "number_1.0.json": [1],
      "number_1.000000000000000005.json": [.number(JSON.Number(.text("1.000000000000000005")))],
      "number_1e6.json": [1_000_000],
      "number_9223372036854775808.json": [.number(JSON.Number(UInt64(1) << 63))],
      "object_same_key_unclear_values.json": ["a": 0],
      "string_with_escaped_NULL.json": ["A\u{0}B"],
    ]
    let names = try corpus.names(in: "test_transform")
    var values: [String: JSON.Value] = [:]
    for name in names {
      values[name] = try? JSON.Value(parsing: corpus.contents(of: "test_transform/" + name))
    }
    #expect(values == expected)
    // Half surrogate pairs, which are not text, are the only file that is rejected.
    #expect(names.filter { values[$0] == nil } == ["string_2_escaped_invalid_codepoints.json"])
  }

  private func names(startingWith prefix: String) throws -> [String] {
    try corpus.names(in: "test_parsing").filter { $0.utf8.starts(with: prefix.utf8) }
  }

  @discardableResult
  private func read(_ name: String) throws -> JSON.Value {
    try JSON.Value(parsing: corpus.contents(of: "test_parsing/" + name))
  }
}
