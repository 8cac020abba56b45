package io.paidonce.hub.catalog;

import io.paidonce.hub.model.Money;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much agents may order for their users, by the agent's id; immutable.
 *
 * <p>An agent that is not listed has no limit, and what it orders is recorded with its id all the
 * same.
 */
public record AgentLimits(Map<String, Limit> agents) {

  /**
   * The limits of one agent.
   *
   * @param perOrder the highest amount of one order; null for any
   * @param perDay the highest sum of the orders made in one day, paid or not; null for any
   */
  public record Limit(@Nullable Money perOrder, @Nullable Money perDay) {}

  public AgentLimits {
    agents = Map.copyOf(agents);
  }

  /** The limits of this agent. */
  public Optional<Limit> find(String agentId) {
    return Optional.ofNullable(agents.get(agentId));
  }
}
