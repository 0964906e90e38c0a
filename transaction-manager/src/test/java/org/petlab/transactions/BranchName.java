package org.petlab.transactions;

import java.util.HexFormat;
import javax.transaction.xa.Xid;

/** A branch's name as it can be written into a file's name and read again. */
record BranchName(int formatId, String global, String branch) implements Xid {
  static BranchName of(Xid xid) {
    var hex = HexFormat.of();
    return new BranchName(
        xid.getFormatId(),
        hex.formatHex(xid.getGlobalTransactionId()),
        hex.formatHex(xid.getBranchQualifier()));
  }

  static BranchName parse(String text) {
    String[] parts = text.split("_");
    return new BranchName(Integer.parseInt(parts[0]), parts[1], parts[2]);
  }

  @Override
  public int getFormatId() {
    return formatId;
  }

  @Override
  public byte[] getGlobalTransactionId() {
    return HexFormat.of().parseHex(global);
  }

  @Override
  public byte[] getBranchQualifier() {
    return HexFormat.of().parseHex(branch);
  }

  @Override
  public String toString() {
    return formatId + "_" + global + "_" + branch;
  }
}
